// Starts `citekit lsp` and lets VS Code speak with it.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

const LANGUAGES = ["bibtex", "latex", "markdown", "quarto", "typst", "org", "restructuredtext"];
let client;

async function start() {
  const [command, ...args] = vscode.workspace.getConfiguration("citekit").get("command");
  const documentSelector = LANGUAGES.map((language) => ({ scheme: "file", language }));
  const watched = vscode.workspace.createFileSystemWatcher("**/*.{bib,tex,md,qmd,typ,org,rst,toml}");
  client = new LanguageClient("citekit", "citekit", { command, args }, { documentSelector, synchronize: { fileEvents: watched } });
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `citekit did not start: ${error.message}. Install citekit-bib[lsp], or set citekit.command.`
    );
  }
}

exports.activate = async (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("citekit.restart", async () => {
      await client?.stop();
      await start();
    })
  );
  await start();
};

exports.deactivate = () => client?.stop();
