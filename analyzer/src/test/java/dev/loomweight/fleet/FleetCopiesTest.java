package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.command.FleetOptions;
import dev.loomweight.command.FleetQuestion;
import dev.loomweight.command.FoldFile;
import dev.loomweight.command.InputOptions;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Report;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is in several recordings counts once: chunks of 3, 5, 7 and 11 pins at the first four sites, each in a file of its
 * own, are put together as dumps of one recording are.
 */
class FleetCopiesTest {

    private static final int[] PINS = {3, 5, 7, 11};
    private static final int START_AT = 32;
    private static final int DURATION_AT = 40;
    private static final long MINUTE = 60_000_000_000L;
    private static final long BEGAN = 1_793_577_600_000_000_000L;

    @TempDir
    private Path temporary;

    private Path folder;
    private byte[][] chunks;

    @BeforeEach
    void makeChunks() throws IOException {
        folder = Files.createDirectory(temporary.resolve("fleet"));
        chunks = new byte[PINS.length][];
        for (int i = 0; i < PINS.length; i++) {
            Path chunk = new MadeRecording()
                    .pins(1 + i, PINS[i], 20)
                    .write(temporary.resolve("chunks").resolve(i + ".jfr"));
            chunks[i] = Files.readAllBytes(chunk);
            // Each begins when the one before it ends.
            ByteBuffer.wrap(chunks[i]).putLong(START_AT, BEGAN + i * MINUTE).putLong(DURATION_AT, MINUTE);
        }
    }

    private Path dump(String name, int from, int to) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = from; i <= to; i++) {
                out.write(chunks[i]);
            }
        }
        return file;
    }

    private static Report report(Options request) {
        FleetQuestion.Verdict verdict = FleetQuestion.ask(request, count -> {});
        assertThat(verdict.answer().problems()).isEmpty();
        return verdict.answer().report();
    }

    private String text() throws IOException {
        return text(report(InputOptions.of(folder)), Format.TEXT);
    }

    private static String text(Report report, Format format) throws IOException {
        StringBuilder text = new StringBuilder();
        format.renderer(TextOptions.PLAIN).render(report, text);
        return text.toString().replaceAll("\\s+", " ");
    }

    private static String pins(int recordings, int pins) {
        return "\"recordingsCount\": " + recordings + ", \"pinsRecordedInCount\": " + recordings
                + ", \"recordedNanos\": " + "NANOS" + ", \"pinsCount\": " + pins;
    }

    private void counts(int recordings, int pins, int minutes) throws IOException {
        String json = text(report(InputOptions.of(folder)), Format.JSON);
        assertThat(json).contains(pins(recordings, pins).replace("NANOS", Long.toString(minutes * MINUTE)));
    }

    @Test
    void aCopyUnderAnotherNameCountsOnce() throws IOException {
        dump("a/one.jfr", 0, 1);
        Files.copy(folder.resolve("a/one.jfr"), folder.resolve("copy.jfr"));
        Files.createLink(folder.resolve("a/link.jfr"), folder.resolve("a/one.jfr"));

        counts(1, 8, 2);
        assertThat(text())
                .contains("2 more recordings were left out, since others have all that they have, such as")
                .contains("a/one.jfr (in " + folder.resolve("a/link.jfr") + ")");
    }

    @Test
    void nothingIsSaidOfCopiesWhereThereAreNone() throws IOException {
        dump("a.jfr", 0, 1);
        dump("b.jfr", 2, 3);

        counts(2, 26, 4);
        assertThat(text()).doesNotContain("left out", "others have");
    }

    @Test
    void whatIsCompressedIsComparedToo() throws IOException {
        Path one = dump("one.jfr", 0, 1);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("again.jfr.gz")))) {
            Files.copy(one, out);
        }
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(folder.resolve("all.jfr.zip")))) {
            out.putNextEntry(new ZipEntry("inside.jfr"));
            Files.copy(one, out);
        }

        counts(1, 8, 2);
        assertThat(text()).contains("2 more recordings were left out");
    }

    /** As of a recording that is dumped again and again, and has a maximum age. */
    @Test
    void dumpsThatOverlapCountEachChunkOnce() throws IOException {
        dump("1.jfr", 0, 1);
        dump("2.jfr", 1, 2);
        dump("3.jfr", 2, 3);

        counts(3, 26, 4);
        assertThat(text())
                .contains("2 recordings were read without what others have, too.")
                .doesNotContain("left out");

        dump("all.jfr", 0, 3);
        counts(1, 26, 4);
        assertThat(text()).contains("3 more recordings were left out").doesNotContain("read without");
    }

    @Test
    void overlapsOfWhatIsCompressedCountOnceToo() throws IOException {
        Path one = dump("1.jfr", 0, 2);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("2.jfr.gz")))) {
            out.write(Files.readAllBytes(one));
            out.write(chunks[3]);
        }

        counts(1, 26, 4);

        dump("1.jfr", 0, 3);
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("2.jfr.gz")))) {
            out.write(chunks[3]);
            out.write(chunks[2]);
        }
        counts(1, 26, 4);

        dump("1.jfr", 0, 1);
        Files.delete(folder.resolve("2.jfr.gz"));
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("3.jfr.gz")))) {
            out.write(chunks[1]);
            out.write(chunks[2]);
            out.write(chunks[3]);
        }
        counts(2, 26, 4);
    }

    /** A copy that was cut off is no second recording, and no damage where the complete one is there. */
    @Test
    void aCopyThatWasCutOffCountsOnce() throws IOException {
        Path one = dump("one.jfr", 0, 3);
        byte[] all = Files.readAllBytes(one);
        Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(all, all.length - 60));

        counts(1, 26, 4);
        assertThat(text()).doesNotContain("damaged");
    }

    @Test
    void foldsAndWhatTheyWereMadeOfCountOnce() throws IOException {
        Path one = dump("one.jfr", 0, 1);
        Path two = dump("two.jfr", 1, 3);
        fold(one, "one.lwf");
        counts(2, 26, 4);
        Files.delete(one);
        counts(2, 26, 4);
        assertThat(text()).contains("1 recording was read without what others have, too.");

        fold(two, "two.lwf");
        Files.delete(two);
        assertThat(text()).contains("1 fold has a part of what another input has: events in it count twice.");
    }

    private void fold(Path recording, String name) {
        FoldFile.of(InputOptions.of(recording), Map.of()).write(folder.resolve(name));
    }

    /** What is kept of a recording is all of it, whatever others there are at that time. */
    @Test
    void aCacheKnowsWhatWasReadOfARecording() throws IOException {
        Path cache = temporary.resolve("cache");
        Options request = InputOptions.of(folder).with(FleetOptions.CACHE, cache);
        dump("1.jfr", 0, 1);
        dump("2.jfr", 1, 2);
        String both = text(report(request), Format.JSON);
        assertThat(both).contains("\"pinsCount\": 15");
        assertThat(text(report(request), Format.JSON)).isEqualTo(both);

        Files.delete(folder.resolve("1.jfr"));
        assertThat(text(report(request), Format.JSON))
                .isEqualTo(text(report(InputOptions.of(folder)), Format.JSON))
                .contains("\"pinsCount\": 12");
    }

    /** A copy in a folder of another name makes no other service. */
    @Test
    void aCopyIsCountedWithTheOneThatStays() throws IOException {
        dump("cart/1.jfr", 0, 1);
        dump("backup/1.jfr", 0, 1);
        Options request = InputOptions.of(folder).with(FleetOptions.PATH_PATTERN, "{service}/{pod}.jfr");

        String text = text(report(request), Format.TEXT);

        assertThat(text)
                .contains("1 recording of 1 service")
                .contains("cart/1.jfr (in " + folder.resolve("backup/1.jfr") + "; it says otherwise service=cart)");
    }

    /** Whatever is read, and found first: a backup, an earlier dump, or a fold of a copy. */
    @ParameterizedTest
    @ValueSource(strings = {"backup.jfr", "zz.jfr", "backup.jfr.gz", "backup.lwf"})
    void ofCopiesTheLabelsOfTheOneThatHasSomeCount(String copy) throws IOException {
        dump("cart-7-p1.jfr", 0, 1);
        dump("cart-7-p2.jfr", 2, 3);
        if (copy.endsWith(".gz")) {
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(copy)))) {
                Files.copy(folder.resolve("cart-7-p1.jfr"), out);
            }
        } else if (copy.endsWith(".lwf")) {
            Path elsewhere = Files.copy(folder.resolve("cart-7-p1.jfr"), temporary.resolve("copy.jfr"));
            fold(elsewhere, copy);
        } else {
            dump(copy, 0, 1);
        }
        Options request = InputOptions.of(folder).with(FleetOptions.PATH_PATTERN, "{service}-{version}-{pod}.jfr");

        String json = text(report(request), Format.JSON);

        assertThat(json)
                .contains("2 recordings of 1 service", "\"service\": \"cart\"", "\"pinsCount\": 26")
                .doesNotContain("(none)", "it says otherwise");
        assertThat(text(report(request.with(FleetOptions.CACHE, temporary.resolve("cache"))), Format.JSON))
                .isEqualTo(json);
    }

    @Test
    void ofFoldsTheSameIsSaidInWhateverOrder() throws IOException {
        dump("1.jfr", 0, 2);
        dump("2.jfr", 0, 2);
        Path fold = folder.resolve("1.lwf");
        fold(folder.resolve("1.jfr"), "1.lwf");
        String one = text(report(InputOptions.of(folder)), Format.JSON);
        String other =
                text(report(InputOptions.of(fold, folder.resolve("2.jfr"), folder.resolve("1.jfr"))), Format.JSON);

        assertThat(other.replaceFirst("\"title\": \"[^\"]*\"", ""))
                .isEqualTo(one.replaceFirst("\"title\": \"[^\"]*\"", ""));
        assertThat(one).contains("\"pinsCount\": 15").contains("2 more recordings were left out");
    }
}
