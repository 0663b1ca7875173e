package dev.loomweight.own;

import dev.loomweight.cli.CliRun;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs commands one after another in one JVM, and prints what each said: the main class of a JVM that sees a machine of
 * another kind than the tests do.
 */
final class Commands {

    private Commands() {}

    /** Each line of a file is a command, its arguments parted by tabs; what they said goes into another. */
    public static void main(String[] args) throws IOException {
        StringBuilder said = new StringBuilder();
        for (String line : Files.readAllLines(Path.of(args[0]))) {
            said.append(run(List.of(line.split("\t", -1))));
        }
        Files.writeString(Path.of(args[1]), said);
    }

    /** The command, its status, and what it printed. */
    static String run(List<String> arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = CliRun.run(out, err, arguments.toArray(String[]::new));
        return "$ " + String.join(" ", arguments) + "\n" + out + "stderr: " + err + "\nstatus: " + status + "\n";
    }
}
