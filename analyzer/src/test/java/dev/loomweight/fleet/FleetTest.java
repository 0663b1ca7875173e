package dev.loomweight.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loomweight.capture.DataException;
import dev.loomweight.command.ClassOptions;
import dev.loomweight.command.Fleet;
import dev.loomweight.command.FleetOptions;
import dev.loomweight.command.FleetQuestion;
import dev.loomweight.command.FoldFile;
import dev.loomweight.command.InputOptions;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.render.Format;
import dev.loomweight.render.TextOptions;
import dev.loomweight.report.Finding;
import dev.loomweight.report.Finding.Severity;
import dev.loomweight.report.Report;
import dev.loomweight.report.Section;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole fleets of made recordings: what is planted is found, and nothing else. */
class FleetTest {

    private static final List<String> BY = List.of("service", "version", "pod");
    private static final PathPattern PATTERN = PathPattern.of(MadeFleet.PATTERN);

    // One recording of each pod.
    private static final int SMALL = 108;

    private static final int SOME_FOLDS = 50;

    @TempDir
    private Path folder;

    private static Options request(Path path) {
        return InputOptions.of(path).with(FleetOptions.PATH_PATTERN, MadeFleet.PATTERN);
    }

    private static Report report(Options request) {
        FleetQuestion.Verdict verdict = FleetQuestion.ask(request, count -> {});
        assertThat(verdict.answer().problems()).isEmpty();
        return verdict.answer().report();
    }

    private static List<String> warnings(Report report) {
        return report.sections().stream()
                .map(Section::findings)
                .flatMap(List::stream)
                .filter(finding -> finding.severity() != Severity.INFO)
                .map(FleetTest::inShort)
                .toList();
    }

    private static String inShort(Finding finding) {
        return finding.id() + ": " + finding.summary();
    }

    private static String json(Report report) throws IOException {
        StringBuilder text = new StringBuilder();
        Format.JSON.renderer(TextOptions.PLAIN).render(report, text);
        return text.toString();
    }

    private static void thePlantsAreFound(Report report) {
        List<String> found = warnings(report);
        assertThat(found).hasSize(3);
        assertThat(found.get(0))
                .startsWith("nearLimit: cart is near its limit of memory: 1 of 20 recordings peaks at 9");
        assertThat(found.get(1)).isEqualTo("newSite: checkout: com.acme.Shop.site7 pins carriers since version 3.");
        assertThat(found.get(2))
                .startsWith("unlikeSiblings: search 1 search-1-4 is unlike its siblings: pinned time per hour");
    }

    @Test
    void whatIsPlantedIsFoundAndNothingElse() throws IOException {
        MadeFleet.make(folder, SMALL, true, true);

        Report report = report(request(folder));

        thePlantsAreFound(report);
        assertThat(json(report))
                .contains("Pinning was recorded in 128 of 158 recordings; 20 damaged, 15 unreadable, 10 had it off, 5"
                        + " did not say.");
    }

    @Test
    void aHealthyFleetHasNothingToActOn() throws IOException {
        MadeFleet.make(folder, SMALL, false, false);

        assertThat(warnings(report(request(folder)))).isEmpty();
    }

    @Test
    void inWhateverOrderFoldsAreMergedTheReportIsTheSameBytes() throws IOException {
        MadeFleet.make(folder, 60, true, true);
        List<byte[]> folds = new ArrayList<>();
        for (Path file : files(folder)) {
            String name = file.toString().replace('\\', '/');
            Labels labels = Objects.requireNonNull(PATTERN.labels(name), name);
            folds.add(Fleet.fold(file, name, labels.values()));
        }
        String ofOneProcess = json(report(request(folder)));

        Random random = new Random(7);
        byte[] expected = null;
        for (int i = 0; i < 3; i++) {
            byte[] merged = FleetBytes.without(merged(folds, random), Fleet.RECORDING);
            assertThat(json(Fleet.report(merged, BY, folder.toString()))).isEqualTo(ofOneProcess);
            assertThat(expected == null ? merged : expected).isEqualTo(merged);
            expected = merged;
        }
    }

    /** What {@code loomweight fold} and {@code merge} leave of recordings says the same as they do. */
    @Test
    void foldFilesGiveTheSameBytesAsTheirRecordings() throws IOException {
        Path recordings = folder.resolve("recordings");
        MadeFleet.make(recordings, 24, false, true);
        List<Path> all = files(recordings);
        FoldFile merged = FoldFile.of(InputOptions.of(all.getFirst()), Map.of());
        for (Path file : all.subList(1, all.size())) {
            merged = FoldFile.of(InputOptions.of(file), Map.of()).merge(merged);
        }
        Path file = folder.resolve("all.lwf");
        merged.write(file);

        String ofFolds = json(report(request(file)));

        assertThat(ofFolds.replace(file.toString(), recordings.toString()))
                .isEqualTo(json(report(request(recordings))));
    }

    /** Merges two of them at random until one is left, and nothing now and then. */
    private static byte[] merged(List<byte[]> folds, Random random) {
        List<byte[]> left = new ArrayList<>(folds);
        Collections.shuffle(left, random);
        while (left.size() > 1) {
            byte[] one = left.remove(random.nextInt(left.size()));
            byte[] other = left.remove(random.nextInt(left.size()));
            left.add(FleetBytes.merge(
                    random.nextInt(9) == 0 ? FleetBytes.merge(FleetBytes.nothing(), one) : one, other));
        }
        return left.getFirst();
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }

    @Test
    void aFoldThatIsDamagedIsRefusedInOneLine() throws IOException {
        byte[] fold =
                Fleet.fold(new MadeRecording().pins(1, 3, 20).write(folder.resolve("one.jfr")), "one.jfr", Map.of());
        Random random = new Random(3);
        int unnoticed = 0;
        for (int i = 0; i < 300; i++) {
            byte[] damaged = fold.clone();
            int at = random.nextInt(damaged.length);
            damaged[at] = (byte) (damaged[at] ^ (1 << random.nextInt(8)));

            try {
                // A bit that nothing depends on, such as padding, may change.
                assertThat(FleetBytes.write(FleetBytes.read(damaged, "x.lws")))
                        .as("byte %d", at)
                        .isEqualTo(fold);
                unnoticed++;
            } catch (DataException e) {
                assertThat(e).hasMessageContaining("x.lws");
            }
        }
        assertThat(unnoticed).isLessThan(10);
        byte[] newer = fold.clone();
        newer[8] = 99;
        assertThatThrownBy(() -> FleetBytes.read(newer, "x.lws"))
                .hasMessageStartingWith("the fold x.lws is of schema version 99, written by loomweight ");
        assertThatThrownBy(() -> FleetBytes.read(new byte[3], "x.lws")).isInstanceOf(DataException.class);
    }

    @Test
    void aRecordingThatIsNoneGivesAFoldThatSaysSo() throws IOException {
        Path file = Files.writeString(folder.resolve("none.jfr"), "nothing");

        List<FleetTable> tables = FleetTable.of(Fleet.fold(file, "none.jfr", Map.of("service", "cart")));

        FleetTable recordings = tables.getFirst();
        assertThat(recordings.name()).isEqualTo(FleetTable.RECORDINGS);
        assertThat(value(recordings, "service")).isEqualTo("cart");
        assertThat(value(recordings, "recording")).isEqualTo("none.jfr");
        assertThat(value(recordings, "unreadableCount")).isEqualTo(1L);
        assertThat(value(recordings, "problem")).asString().startsWith("none.jfr");
        assertThat(tables.get(1).rows()).isEmpty();
    }

    private static Object value(FleetTable table, String column) {
        for (int i = 0; i < table.columns().size(); i++) {
            if (table.columns().get(i).name().equals(column)) {
                return table.rows().getFirst().get(i);
            }
        }
        throw new IllegalArgumentException(column);
    }

    @Test
    void theTablesHaveTheFiguresOfTheRecording() throws IOException {
        Path file = new MadeRecording()
                .pins(2, 4, 30)
                .resident(100 << 20)
                .container(200 << 20, 2)
                .write(folder.resolve("one.jfr"));

        List<FleetTable> tables = FleetTable.of(Fleet.fold(file, "one.jfr", Map.of("pod", "p-1")));

        assertThat(value(tables.get(0), "pinsCount")).isEqualTo(4L);
        assertThat(value(tables.get(0), "pinnedNanos")).isEqualTo(120_000_000L);
        assertThat(value(tables.get(0), "recordedNanos")).isEqualTo(60_000_000_000L);
        assertThat(value(tables.get(0), "carrierNanos")).isEqualTo(120_000_000_000L);
        assertThat(value(tables.get(0), "limitBytes")).isEqualTo(200L << 20);
        assertThat(value(tables.get(1), "site")).isEqualTo("com.acme.Shop.site2");
        assertThat(value(tables.get(1), "longestPinNanos")).isEqualTo(30_000_000L);
        assertThat(value(tables.get(2), "maxBytes")).isEqualTo(100L << 20);
        assertThat(value(tables.get(3), "ofLimitThousandths")).isEqualTo(500L);
        tables.forEach(table ->
                assertThat(table.rows()).allSatisfy(row -> assertThat(row).hasSameSizeAs(table.columns())));
    }

    /** What the next run reads: only what is new. */
    @Test
    void aCacheIsReadInsteadOfWhatHasNotChanged() throws IOException {
        Path recordings = folder.resolve("recordings");
        MadeFleet.make(recordings, 12, false, true);
        Options request = request(recordings).with(FleetOptions.CACHE, folder.resolve("cache"));
        String first = json(report(request));
        Path changed = files(recordings).getFirst();
        var time = Files.getLastModifiedTime(changed);
        byte[] bytes = Files.readAllBytes(changed);
        Files.write(changed, new byte[bytes.length]);
        Files.setLastModifiedTime(changed, time);

        assertThat(json(report(request))).as("as it was, by size and time").isEqualTo(first);

        Files.write(changed, new byte[bytes.length + 1]);
        assertThat(json(report(request))).contains("1 unreadable");
        Files.write(changed, bytes);
        assertThat(json(report(request))).isEqualTo(first);
        assertThat(json(report(request(recordings)))).isEqualTo(first);
    }

    @Test
    void aFoldInTheCacheThatIsDamagedIsMadeAgain() throws IOException {
        Path recordings = folder.resolve("recordings");
        MadeFleet.make(recordings, 6, false, true);
        Path cache = folder.resolve("cache");
        String first = json(report(request(recordings).with(FleetOptions.CACHE, cache)));
        List<Path> folds = folds(cache);
        assertThat(folds).hasSize(6);
        for (Path fold : folds) {
            Files.write(fold, new byte[] {1, 2, 3});
        }

        assertThat(json(report(request(recordings).with(FleetOptions.CACHE, cache))))
                .isEqualTo(first);
        assertThat(folds(cache)).allSatisfy(fold -> assertThat(Files.size(fold)).isGreaterThan(3));
    }

    /** A disk or a permission may be back without a change of the file. */
    @Test
    void whatCouldNotBeReadIsTriedAgain() throws IOException {
        Path recordings = folder.resolve("recordings");
        MadeFleet.make(recordings, 3, false, true);
        Options request = request(recordings).with(FleetOptions.CACHE, folder.resolve("cache"));
        Path file = files(recordings).getFirst();
        var time = Files.getLastModifiedTime(file);
        byte[] bytes = Files.readAllBytes(file);
        Files.write(file, new byte[bytes.length]);
        Files.setLastModifiedTime(file, time);
        assertThat(json(report(request))).contains("1 unreadable");

        Files.write(file, bytes);
        Files.setLastModifiedTime(file, time);

        assertThat(json(report(request))).isEqualTo(json(report(request(recordings))));
    }

    @Test
    void aCacheAmongTheRecordingsIsNoRecording() throws IOException {
        Path recordings = folder.resolve("recordings");
        MadeFleet.make(recordings, 5, false, true);
        Options request = request(recordings).with(FleetOptions.CACHE, recordings.resolve("cache"));

        String first = json(report(request));

        assertThat(first).contains("5 of 5 recordings");
        assertThat(json(report(request))).isEqualTo(first);
    }

    @Test
    void anotherClassFileInAFolderIsAnotherReport() throws IOException {
        Path recordings = folder.resolve("recordings");
        MadeFleet.make(recordings, 1, false, true);
        Path cache = folder.resolve("cache");
        Path nested = Files.createDirectories(folder.resolve("classes/com/acme"));
        Options without = request(recordings).with(FleetOptions.CACHE, cache);
        Options request = without.with(
                ClassOptions.CLASSPATH, List.of(folder.resolve("classes").toString()));
        report(request);
        report(request);
        assertThat(folds(cache)).hasSize(1);

        Files.writeString(nested.resolve("Shop.class"), "no class");
        report(request);

        assertThat(folds(cache)).hasSize(2);
    }

    /** Who can write into the cache is not to end a report, nor to have it written elsewhere. */
    @Test
    void hugeFilesAndLinksInTheCacheAreNotItsOwn() throws IOException {
        Path recordings = Files.createDirectory(folder.resolve("recordings"));
        MadeFleet.make(recordings, 3, false, false);
        Path cache = folder.resolve("cache");
        String expected = json(report(request(recordings).with(FleetOptions.CACHE, cache)));
        Path huge = folds(cache).getFirst();
        try (RandomAccessFile file = new RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength(3L << 30);
        }

        assertThat(json(report(request(recordings).with(FleetOptions.CACHE, cache))))
                .isEqualTo(expected);
        assertThat(Files.size(huge)).isLessThan(1 << 20);

        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Path linked = Objects.requireNonNull(huge.getParent());
        for (Path fold : files(linked)) {
            Files.delete(fold);
        }
        Files.delete(linked);
        Files.createSymbolicLink(linked, elsewhere);
        Options request = request(recordings).with(FleetOptions.CACHE, cache);

        FleetQuestion.Verdict verdict = FleetQuestion.ask(request, count -> {});
        assertThat(json(verdict.answer().report())).isEqualTo(expected);
        assertThat(verdict.answer().problems())
                .singleElement()
                .asString()
                .contains("sums are no longer kept", "is a link; remove it");
        assertThat(elsewhere).isEmptyDirectory();
    }

    /** What the cache keeps can be named instead of recordings, and is not kept a second time. */
    @Test
    void sumsAndFoldsGiveTheSameBytesFromTheCache() throws IOException {
        Path recordings = folder.resolve("recordings");
        MadeFleet.make(recordings, 1, false, true);
        Path cache = folder.resolve("cache");
        String expected = json(report(request(recordings).with(FleetOptions.CACHE, cache)));
        Path kept = folds(cache).getFirst();
        Path fold = folder.resolve("one.lwf");
        FoldFile.of(InputOptions.of(files(recordings).getFirst()), Map.of()).write(fold);

        assertThat(json(report(request(kept).with(FleetOptions.CACHE, cache)))
                        .replace(kept.toString(), recordings.toString()))
                .isEqualTo(expected);
        assertThat(folds(cache)).containsExactly(kept);

        String ofFold = json(report(request(fold)));
        assertThat(json(report(request(fold).with(FleetOptions.CACHE, cache)))).isEqualTo(ofFold);
        assertThat(folds(cache)).hasSize(2);
        assertThat(json(report(request(fold).with(FleetOptions.CACHE, cache)))).isEqualTo(ofFold);
    }

    /** In the memory that the documentation promises; the same bytes as from folds that are merged in any order. */
    @Test
    @Tag("applications")
    void aThousandRecordings() throws IOException {
        MadeFleet.make(folder, MadeFleet.WHOLE, true, true);

        Report report = report(request(folder));

        thePlantsAreFound(report);
        assertThat(json(report))
                .contains("Pinning was recorded in 1,020 of 1,050 recordings; 20 damaged, 15 unreadable, 10 had it off,"
                        + " 5 did not say.");
        List<byte[]> folds = new ArrayList<>();
        for (Path file : files(folder)) {
            String name = file.toString().replace('\\', '/');
            Labels labels = Objects.requireNonNull(PATTERN.labels(name), name);
            folds.add(Fleet.fold(file, name, labels.values()));
        }
        byte[] merged = merged(folds, new Random(11));
        assertThat(json(Fleet.report(merged, BY, folder.toString()))).isEqualTo(json(report));
    }

    /** What was folded before a kill is not folded again, and the report is that of a run that nobody killed. */
    @Test
    @Tag("applications")
    void aRunThatIsKilledGoesOnWhereItWas() throws Exception {
        Path recordings = folder.resolve("recordings");
        MadeFleet.make(recordings, MadeFleet.WHOLE, true, true);
        Path cache = Files.createDirectory(folder.resolve("cache"));
        Process killed = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.loomweight.cli.Main",
                        "fleet",
                        recordings.toString(),
                        "--path-pattern",
                        MadeFleet.PATTERN,
                        "--cache",
                        cache.toString(),
                        "-o",
                        folder.resolve("fleet.json").toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said.txt").toFile())
                .start();
        try {
            while (folds(cache).size() < SOME_FOLDS && !killed.waitFor(5, TimeUnit.MILLISECONDS)) {
                Thread.onSpinWait();
            }
        } finally {
            killed.destroyForcibly().onExit().join();
        }
        Files.writeString(cache.resolve(".part1.lws"), "what a writer has not completed");
        Map<Path, Object> kept = new HashMap<>();
        for (Path fold : folds(cache)) {
            kept.put(fold, Files.readAttributes(fold, "unix:ino,ctime"));
        }
        assertThat(kept).as(Files.readString(folder.resolve("said.txt"))).hasSizeGreaterThanOrEqualTo(SOME_FOLDS);

        String report = json(report(request(recordings).with(FleetOptions.CACHE, cache)));

        for (Map.Entry<Path, Object> fold : kept.entrySet()) {
            assertThat(Files.readAttributes(fold.getKey(), "unix:ino,ctime")).isEqualTo(fold.getValue());
        }
        assertThat(folds(cache)).hasSizeGreaterThan(MadeFleet.WHOLE);
        assertThat(files(cache))
                .as("the rest of what was killed")
                .noneMatch(file -> file.getFileName().toString().startsWith(".part"));
        assertThat(report).isEqualTo(json(report(request(recordings))));
    }

    private static List<Path> folds(Path cache) throws IOException {
        try (Stream<Path> all = Files.find(cache, 2, (path, is) -> is.isRegularFile())) {
            return all.filter(path -> !path.getFileName().toString().startsWith("."))
                    .toList();
        } catch (UncheckedIOException e) {
            // One was renamed while they were listed.
            return List.of();
        }
    }

    /** What the threads at a place weigh is a kind of memory, by method, since builds have other lines. */
    @Test
    void aCaptureWithDumpsHasWhatItsThreadsWeigh() throws IOException {
        Path snapshot = Files.createDirectories(folder.resolve("shop.lw/000-1s-start"));
        Files.writeString(folder.resolve("shop.lw/capture.json"), """
                {"schemaVersion":1,"started":"2026-01-01T10:00:00Z","status":"complete","target":"shop","pid":4711,
                "jdk":"25.0.3","snapshots":[{"index":0,"name":"start","time":"2026-01-01T10:00:01Z",
                "folder":"000-1s-start"}]}
                """);
        Files.writeString(snapshot.resolve("histogram.txt"), """
                 num     #instances         #bytes  class name (module)
                -------------------------------------------------------
                   1:           100         400000  jdk.internal.vm.StackChunk (java.base@25.0.3)
                   2:           100          16800  java.lang.VirtualThread (java.base@25.0.3)
                Total           200         416800
                """);
        StringBuilder dump = new StringBuilder("4711\n2026-01-01T10:00:01Z\n25.0.3\n");
        for (int i = 0; i < 100; i++) {
            dump.append("""

                    #%d "" virtual WAITING 2026-01-01T10:00:01Z
                        at java.base/java.lang.VirtualThread.park(VirtualThread.java:738)
                        at java.base/java.util.concurrent.locks.LockSupport.park(LockSupport.java:369)
                        at com.acme.Shop.query(Shop.java:%d)
                        at java.base/java.lang.VirtualThread.run(VirtualThread.java:456)
                    """.formatted(100 + i, i % 2));
        }
        Files.writeString(snapshot.resolve("threads.txt"), dump);

        Report report = report(InputOptions.of(folder.resolve("shop.lw")));

        // All chunks are theirs, of whichever line.
        assertThat(json(report))
                .contains("virtual threads at com.acme.Shop.query", "thread dump, at most")
                .doesNotContain("com.acme.Shop.query:");
    }
}
