package dev.loomweight.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.command.FoldFile;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code fold}: of fold files it makes what merging them makes. */
class FoldCommandTest {

    private static final Path RESOURCES = Path.of("src", "test", "resources");
    private static final Path TUTORIAL = RESOURCES.resolve("tutorial/app.jfr");

    @TempDir
    private Path folder;

    @Test
    void foldFilesTogetherAreTheSameBytesAsMerged() throws IOException {
        Path other = RESOURCES.resolve("recordings/21/pins.jfr");
        Path first = folded("first.lwf", TUTORIAL.toString(), "--label", "service=shop", "--carriers", "4");
        Path second = folded("second.lwf", other.toString());
        // What is in another of the files too, alone and with more.
        Path both = folded("both.lwf", TUTORIAL.toString(), other.toString());
        Path third =
                folded("third.lwf", RESOURCES.resolve("recordings/25/pins.jfr").toString());
        Path inSteps = folded("steps.lwf", second.toString(), third.toString());
        for (List<Path> files : List.of(
                List.of(first),
                List.of(first, second),
                List.of(second, third, first),
                List.of(first, first, second),
                List.of(both, first),
                List.of(inSteps, both, second))) {
            Path out = folder.resolve("out.lwf");
            String[] line = Stream.concat(
                            Stream.of("fold", "-o", out.toString()),
                            files.stream().map(Path::toString))
                    .toArray(String[]::new);

            assertThat(CliRun.run(new StringWriter(), new StringWriter(), line)).isZero();
            assertThat(Files.readAllBytes(out))
                    .as(files.toString())
                    .isEqualTo(FoldFile.merge(files.stream().map(FoldFile::read).toList())
                            .bytes());
        }
    }

    @Test
    void aDamagedFoldFileFails() throws IOException {
        byte[] bytes = Files.readAllBytes(folded("whole.lwf", TUTORIAL.toString()));
        Path damaged = Files.write(folder.resolve("damaged.lwf"), Arrays.copyOf(bytes, bytes.length / 2));
        StringWriter err = new StringWriter();

        assertThat(CliRun.run(new StringWriter(), err, "fold", damaged.toString(), "-o", folder.resolve("x.lwf") + ""))
                .isEqualTo(1);
        assertThat(err.toString()).contains("damaged.lwf").containsOnlyOnce("\n");
    }

    /** The carriers of a fold are those that it was made with: its figures depend on them. */
    @Test
    void carriersOfAFoldCannotBeStatedLater() {
        Path first = folded("first.lwf", TUTORIAL.toString());
        StringWriter err = new StringWriter();

        assertThat(CliRun.run(
                        new StringWriter(),
                        err,
                        "fold",
                        first.toString(),
                        "--carriers",
                        "4",
                        "-o",
                        folder.resolve("x.lwf").toString()))
                .isEqualTo(1);
        assertThat(err.toString()).contains("without --carriers");
        assertThat(folder.resolve("x.lwf")).doesNotExist();
    }

    @Test
    void labelsCanBeGivenToAFoldLaterAndChangeNothingElse() {
        Path first = folded("first.lwf", TUTORIAL.toString(), "--label", "service=shop", "--label", "version=1");
        Path alone = folded("alone.lwf", first.toString(), "--label", "version=2", "--label", "pod=a");
        Path together = folded("together.lwf", first.toString(), TUTORIAL.toString(), "--label", "pod=b");

        assertThat(FoldFile.read(first).labels()).containsExactly(Map.of("service", "shop", "version", "1"));
        assertThat(FoldFile.read(alone).labels())
                .containsExactly(Map.of("service", "shop", "version", "2", "pod", "a"));
        assertThat(FoldFile.read(together).labels()).allMatch(labels -> "b".equals(labels.get("pod")));
        assertThat(said(alone)).isEqualTo(said(first).replace("first.lwf", "alone.lwf"));
    }

    private static String said(Path fold) {
        StringWriter out = new StringWriter();
        assertThat(CliRun.run(out, new StringWriter(), "report", fold.toString()))
                .isZero();
        return out.toString();
    }

    private Path folded(String name, String... arguments) {
        Path file = folder.resolve(name);
        String[] line = Stream.concat(Stream.of("fold", "-o", file.toString()), Stream.of(arguments))
                .toArray(String[]::new);
        assertThat(CliRun.run(new StringWriter(), new StringWriter(), line)).isZero();
        return file;
    }
}
