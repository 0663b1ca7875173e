package dev.loomweight.cli;

import dev.loomweight.command.FoldFile;
import dev.loomweight.command.InputOptions;
import dev.loomweight.fuzz.Law;
import dev.loomweight.input.folded.EditedFold;
import dev.loomweight.input.recording.Recordings;
import dev.loomweight.source.recording.fixture.RecordPinning.Scene;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Fold files with right checksums and wrong contents, through the whole command and next to a whole one: there is an answer
 * or one line, and what is wrong with one never hides the other.
 */
public final class FoldFuzz {

    private static final Path WHOLE = Recordings.of(25, Scene.PINS);

    private static final List<List<String>> COMMANDS = List.of(
            List.of("report"),
            List.of("pins", "--format", "json"),
            List.of("memory"),
            List.of("threads"),
            List.of("fleet"),
            List.of("check", "--budget", "pins=0"),
            List.of("report", "--format", "csv"));

    private static final List<byte[]> BASES = bases();

    private FoldFuzz() {}

    /** Reads an input: the fold, its section, the command, and edits as {@link EditedFold} has them. */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length < 3) {
            return;
        }
        byte[] base = BASES.get((input[0] & 0xFF) % BASES.size());
        byte[] edited = EditedFold.of(base, input[1] & 0xFF, Arrays.copyOfRange(input, 3, input.length));
        List<String> command = COMMANDS.get((input[2] & 0xFF) % COMMANDS.size());
        Law.holdsForFile(edited, "edited.lwf", file -> run(command, file));
    }

    /** Each section of each fold once by each command, with an edit that changes nothing much. */
    public static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (int base = 0; base < BASES.size(); base++) {
            for (int section = 0; section < EditedFold.sections(BASES.get(base)); section++) {
                seeds.add(new byte[] {(byte) base, (byte) section, (byte) seeds.size(), 0, 0, 7, 1, 1, 0});
            }
        }
        return seeds;
    }

    private static void run(List<String> command, Path file) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        List<String> arguments = new ArrayList<>(command);
        arguments.add(file.toString());
        arguments.add(WHOLE.toString());
        int status = CliRun.run(out, err, arguments.toArray(new String[0]));
        String said = err.toString();
        if (status == 2 || said.contains("internal error") || out.toString().isBlank()) {
            throw new AssertionError("exit status " + status + " of " + command + ": " + said);
        }
    }

    private static List<byte[]> bases() {
        List<byte[]> bases = new ArrayList<>();
        for (Path input : List.of(
                Recordings.of(21, Scene.PINS),
                Recordings.of(21, Scene.SUBMIT_FAILED),
                Path.of("src/test/resources/dumps/25.json"),
                Path.of("src/test/resources/texts"),
                Path.of("src/test/resources/nmt/25.0.3/platform-detail.txt"))) {
            bases.add(
                    FoldFile.of(InputOptions.of(input), Map.of("service", "a")).bytes());
        }
        return bases;
    }
}
