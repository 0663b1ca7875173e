package dev.loomweight.cli;

import dev.loomweight.fuzz.Law;
import dev.loomweight.input.recording.EditedChunkFuzz;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** An edited recording, through the whole command: reports end in an answer or one line, and never by a fault of ours. */
public final class CommandFuzz {

    private static final List<List<String>> COMMANDS =
            List.of(List.of("report"), List.of("pins", "--format", "json"), List.of("report", "--format", "csv"));

    private CommandFuzz() {}

    /** Reads an input: an edited recording, and by its last byte the command. */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length < 2) {
            return;
        }
        List<String> command = COMMANDS.get((input[input.length - 1] & 0xFF) % COMMANDS.size());
        Law.holdsForFile(EditedChunkFuzz.edited(input), "command.jfr", file -> run(command, file));
    }

    private static void run(List<String> command, Path file) {
        StringWriter err = new StringWriter();
        List<String> arguments = new ArrayList<>(command);
        arguments.add(file.toString());
        int status = CliRun.run(new StringWriter(), err, arguments.toArray(new String[0]));
        String said = err.toString();
        boolean refused = status == 1 && said.lines().count() == 1;
        if ((status != 0 && !refused) || said.contains("internal error")) {
            throw new AssertionError("exit status " + status + ": " + said);
        }
    }
}
