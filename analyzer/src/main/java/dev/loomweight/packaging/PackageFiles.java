package dev.loomweight.packaging;

import dev.loomweight.cli.CommandModel;
import dev.loomweight.completion.CommandNode;
import dev.loomweight.completion.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Makes the files of the package that follow from others: completions for three shells and man pages from the commands,
 * the bill of materials from that of the build, and the licences from the jars.
 *
 * <p>{@code scripts/release package} runs it. The same commands give the same bytes.
 */
final class PackageFiles {

    private PackageFiles() {}

    /**
     * Writes the files.
     *
     * @param args the folder, with the jars in it, the version, the day of the release, and what CycloneDX listed
     * @throws IOException if they cannot be written
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        CommandNode root = CommandModel.node();
        Path completions = Files.createDirectories(folder.resolve("completions"));
        for (Shell shell : Shell.values()) {
            Files.writeString(completions.resolve(shell.file()), shell.script(root));
        }
        writePages(Files.createDirectories(folder.resolve("man/man1")), new ManPages(args[1], args[2]), root, root);
        Sbom sbom = Sbom.of(Path.of(args[3]));
        Files.writeString(folder.resolve("sbom.json"), sbom.json());
        Licenses.write(folder, folder.resolve("lib/servers"), sbom);
    }

    private static void writePages(Path folder, ManPages pages, CommandNode command, CommandNode parent)
            throws IOException {
        Files.writeString(folder.resolve(ManPages.name(command) + ".1"), pages.page(command, parent));
        for (Map.Entry<String, List<String>> alias : command.aliases().entrySet()) {
            List<String> path = new ArrayList<>(command.path());
            path.add(alias.getKey());
            Files.writeString(folder.resolve(ManPages.name(path) + ".1"), ManPages.sameAs(alias.getValue()));
        }
        for (CommandNode next : command.commands()) {
            writePages(folder, pages, next, command);
        }
    }
}
