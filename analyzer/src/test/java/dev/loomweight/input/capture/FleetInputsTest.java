package dev.loomweight.input.capture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.cli.CliRun;
import dev.loomweight.command.FoldFile;
import dev.loomweight.command.InputOptions;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Folds in the folder of their recordings. */
class FleetInputsTest {

    private static final Path RECORDINGS = Path.of("src/test/resources/recordings");

    private static final String LEFT_OUT =
            "(?s),\\s*\"[0-9]+ more recordings? w[^\"]*\"|,\\s*\\{[^{}]*\"Left out, since[^{}]*\\}";

    @TempDir
    private Path temporary;

    private Path folder = Path.of("");

    @BeforeEach
    void copy() throws IOException {
        folder = Files.createDirectory(temporary.resolve("fleet"));
        Files.copy(RECORDINGS.resolve("21/variety.jfr"), folder.resolve("a.jfr"));
        Files.copy(RECORDINGS.resolve("25/variety.jfr"), folder.resolve("b.jfr"));
    }

    private FoldFile fold(Path recording, Map<String, String> labels) {
        FoldFile fold = FoldFile.of(InputOptions.of(recording), labels);
        fold.write(Path.of(recording + ".lwf"));
        return fold;
    }

    private List<String> taken() {
        FleetInputs inputs = FleetInputs.of(List.of(folder));
        List<String> names = inputs.units().stream()
                .map(unit -> String.valueOf(unit.path().getFileName()))
                .toList();
        assertThat(inputs.problems()).isEmpty();
        return names;
    }

    private String fleet(Path... paths) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        String[] arguments = Arrays.stream(paths).map(Path::toString).toArray(String[]::new);
        String[] all = Arrays.copyOf(new String[] {"fleet", "--format", "json"}, 3 + arguments.length);
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        assertThat(CliRun.run(out, err, all)).as("%s", err).isZero();
        // Which paths were asked about is in the title; what was left out is said.
        return out.toString().replaceFirst("\"title\": \"[^\"]*\"", "").replaceAll(LEFT_OUT, "");
    }

    @Test
    void aFoldNextToItsRecordingIsTheSameFleet() throws IOException {
        String recordings = fleet(folder);
        assertThat(taken()).containsExactly("a.jfr", "b.jfr");

        fold(folder.resolve("a.jfr"), Map.of());
        assertThat(taken()).containsExactly("a.jfr.lwf", "b.jfr");
        FoldFile.merge(List.of(FoldFile.read(folder.resolve("a.jfr.lwf")), fold(folder.resolve("b.jfr"), Map.of())))
                .write(folder.resolve("z.lwf"));
        assertThat(taken()).containsExactly("a.jfr.lwf", "b.jfr.lwf");
        assertThat(fleet(folder)).isEqualTo(recordings);
        Files.delete(folder.resolve("a.jfr.lwf"));
        assertThat(taken()).containsExactly("b.jfr.lwf", "z.lwf");
        assertThat(fleet(folder)).isEqualTo(recordings);
    }

    @Test
    void aFoldThatIsOlderThanItsRecordingIsLeftOut() throws IOException {
        byte[] all = Files.readAllBytes(folder.resolve("a.jfr"));
        Path early = temporary.resolve("early.jfr");
        Files.write(early, Arrays.copyOf(all, (int) ByteBuffer.wrap(all).getLong(8)));
        fold(early, Map.of()).write(folder.resolve("early.lwf"));

        assertThat(all.length).isGreaterThan((int) Files.size(early));
        assertThat(taken()).containsExactly("a.jfr", "b.jfr");
        // What cannot be read is not left out: it is said that it cannot.
        Files.write(folder.resolve("a.lwf"), Arrays.copyOf(Files.readAllBytes(folder.resolve("early.lwf")), 100));
        assertThat(taken()).containsExactly("a.jfr", "a.lwf", "b.jfr");
    }

    @Test
    void ofWhatIsPartlyInAFoldTheRestIsRead() throws IOException {
        byte[] all = Files.readAllBytes(folder.resolve("a.jfr"));
        int first = (int) ByteBuffer.wrap(all).getLong(8);
        int second = (int) ByteBuffer.wrap(all).getLong(first + 8);
        Path early = temporary.resolve("early.jfr");
        Files.write(early, Arrays.copyOf(all, first + second));
        fold(early, Map.of()).write(folder.resolve("early.lwf"));
        Files.write(folder.resolve("a.jfr"), Arrays.copyOfRange(all, first, all.length));

        FleetInputs inputs = FleetInputs.of(List.of(folder));

        assertThat(inputs.units()).hasSize(3);
        assertThat(inputs.problems()).isEmpty();
        assertThat(inputs.units().stream().map(unit -> inputs.shared(unit).size()))
                .containsExactly(1, 0, 0);
    }
}
