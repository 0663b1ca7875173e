package dev.loomweight.memory.threadcost.site;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.CaptureFolder.Part;
import dev.loomweight.capture.RecordingOptions;
import dev.loomweight.capture.RecordingOptions.Samples;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.input.Source;
import dev.loomweight.input.heap.HeapSource;
import dev.loomweight.input.heap.PlainWeights;
import dev.loomweight.input.heap.PlainWeights.Weighed;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.memory.threadcost.site.WeightReading.OfProcess;
import dev.loomweight.memory.threadcost.sites.SitesProgram;
import dev.loomweight.report.Finding;
import dev.loomweight.sample.Dumps.WeighedThreads;
import dev.loomweight.sample.Dumps.WeighedThreads.WeighedThread;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What is said of programs of known weight, against their construction, a plain reading of the heap dump, and histograms. */
@Tag("applications")
class WeighedSitesTest {

    static final List<String> BOTH = Jdks.BOTH;

    private static final String CHUNK = "jdk.internal.vm.StackChunk";

    @TempDir
    private Path folder;

    /** What a program is at one moment, and what is read of that. */
    private record Look(
            SitesProgram program,
            PlainWeights plain,
            Map<Long, Weighed> truth,
            Map<String, SitesProgram.Counted> histogram,
            WeighedThreads sample,
            OfProcess reading) {

        List<Weighed> of(String site) {
            return truth.values().stream()
                    .filter(one -> one.name().equals(site))
                    .toList();
        }

        SitesProgram.Built built(String site) {
            return Objects.requireNonNull(program.sites().get(site));
        }

        long bytesOf(String className) {
            return Objects.requireNonNull(histogram.get(className)).bytes();
        }

        private static String place(SiteWeight site) {
            return Objects.toString(site.common().place(), "");
        }

        /** The sites by place. */
        Map<String, Weight> places() {
            Map<String, Weight> places = new TreeMap<>();
            reading.sites().forEach(site -> places.merge(place(site), site.weight(), Weight::plus));
            return places;
        }
    }

    private Look look(String jdk, String... arguments) throws Exception {
        try (SitesProgram program = SitesProgram.start(jdk, arguments)) {
            return look(program, 0, List.of());
        }
    }

    /** @param earlier sources of moments before this one */
    private Look look(SitesProgram program, int moment, List<Source> earlier) throws Exception {
        List<Source> sources = new ArrayList<>(earlier);
        sources.addAll(moment(program, moment));
        Map<String, SitesProgram.Counted> histogram = program.histogram();
        PlainWeights plain = program.weigh(folder.resolve(moment + ".hprof"), histogram);
        Source heap = new HeapSource(folder.resolve(moment + ".hprof"), origin(moment, "heap.hprof"));
        sources.add(heap);
        List<WeighedThreads> samples = new ArrayList<>();
        heap.read(Interest.in(WeighedThreads.class), () -> (from, sample) -> samples.add((WeighedThreads) sample));
        return new Look(program, plain, plain.threads(), histogram, samples.getFirst(), read(sources));
    }

    private static OfProcess read(List<Source> sources) {
        SiteWeights weights = SiteWeights.asked(new Code(ClassPath.none()), List.of("dev.loomweight.samples"));
        FoldRun run = FoldRun.read(List.of(weights), sources);
        assertThat(run.problems()).isEmpty();
        return weights.read(run.of(weights), run.coverage()).processes().getFirst();
    }

    private List<Source> moment(SitesProgram program, int moment) throws Exception {
        Path json = folder.resolve(moment + ".json");
        program.jcmd("Thread.dump_to_file", "-format=json", json.toString());
        Path histogram = folder.resolve(moment + ".txt");
        Files.writeString(histogram, program.jcmd("GC.class_histogram"));
        return List.of(
                new TextSource(json, origin(moment, json.toString())),
                new TextSource(histogram, origin(moment, histogram.toString())));
    }

    private static Origin origin(int moment, String file) {
        return new Origin(
                "program",
                new Origin.SnapshotId(moment, "now", Instant.ofEpochSecond(1_800_000_000L + 60L * moment)),
                file,
                Instrument.HEAP_DUMP);
    }

    /** Of every thread each part is what the plain reading finds, and of every site the sum. */
    private static void assertWeighed(Look look) {
        Map<Long, WeighedThread> read =
                look.sample.threads().stream().collect(Collectors.toMap(WeighedThread::id, thread -> thread));
        look.program.sites().keySet().forEach(site -> {
            List<Weighed> of = look.of(site);
            look.truth.forEach((id, truth) -> {
                if (truth.name().equals(site)) {
                    WeighedThread thread = Objects.requireNonNull(read.get(id));
                    assertThat(thread.chunkBytes()).isEqualTo(truth.chunkBytes());
                    assertThat(thread.localBytes()).isEqualTo(truth.localBytes());
                    assertThat(thread.ownBytes() + thread.chunkBytes() + thread.localBytes() + thread.heldBytes())
                            .as(site)
                            .isBetween((long) (0.98 * truth.heldBytes()), (long) (1.02 * truth.heldBytes()));
                }
            });
            long all = of.stream().mapToLong(Weighed::heldBytes).sum();
            assertThat(look.places().values()).as(site + " of " + look.places()).anySatisfy(weight -> {
                assertThat(weight.threads()).isEqualTo(of.size());
                assertThat(weight.locals())
                        .isEqualTo(of.stream().mapToLong(Weighed::localBytes).sum());
                assertThat(weight.most()).isBetween((long) (0.98 * all), (long) (1.02 * all));
            });
        });
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void sitesOfThreeDepths(String jdk) throws Exception {
        Look look = look(jdk, "depths", "threads=60");

        assertWeighed(look);
        assertThat(look.reading.virtual().stackLeast()).isEqualTo(look.bytesOf(CHUNK));
        assertThat(look.reading.sums().chunkBytes()).isEqualTo(look.bytesOf(CHUNK));
        assertThat(look.places()).hasSizeGreaterThanOrEqualTo(3);
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void aDeepSiteAmongShallowOnes(String jdk) throws Exception {
        assertWeighed(look(jdk, "deep", "threads=20"));
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void threadLocalsOfOneOfTwo(String jdk) throws Exception {
        Look look = look(jdk, "locals", "threads=60", "bytes=4096");

        assertWeighed(look);
        long array = look.built("keeping").value("localBytes");
        assertThat(look.places().values())
                .anySatisfy(
                        weight -> assertThat(weight.locals() / weight.threads()).isBetween(array, array + 200));
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void buffersOnStacks(String jdk) throws Exception {
        Look look = look(jdk, "buffers", "threads=60", "bytes=8192");

        assertWeighed(look);
        boolean stacks = !jdk.equals("loomweight.jdk21");
        long array = look.built("holding").value("heldBytes");
        assertThat(look.places().values().stream()
                        .filter(weight -> weight.threads() == 60)
                        .anyMatch(weight -> weight.held() >= 60 * array))
                .isEqualTo(stacks);
        assertThat(look.reading.evidence().unseen() == 0).isEqualTo(stacks);
        assertThat(String.join(" ", WeightSentences.of(look.reading)).contains("has no stacks of virtual threads"))
                .isEqualTo(!stacks);
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void scopedValues(String jdk) throws Exception {
        assertWeighed(look(jdk, "scoped", "threads=60", "bytes=8192"));
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void aPoolThatKeepsItsThreadLocals(String jdk) throws Exception {
        Look look = look(jdk, "pool", "threads=30", "bytes=4096");

        long array = look.built("pool").value("localBytes");
        assertThat(look.reading.of(false)).anySatisfy(site -> {
            assertThat(site.weight().threads()).isEqualTo(30);
            assertThat(site.weight().locals())
                    .isEqualTo(look.of("pool").stream()
                            .mapToLong(Weighed::localBytes)
                            .sum())
                    .isGreaterThan(30 * array);
        });
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void tenSitesThatShareACache(String jdk) throws Exception {
        Look look = look(jdk, "shared", "threads=20", "bytes=1000000");

        assertWeighed(look);
        if (!jdk.equals("loomweight.jdk21")) {
            long array = look.built("alone").value("sharedBytes");
            // Beside it are the nodes of the queues in which they wait.
            assertThat((double) look.reading.between()).isBetween(1.0 * array, 1.02 * array);
            assertThat(look.reading.sites().stream()
                            .mapToDouble(SiteWeight::shared)
                            .sum())
                    .isBetween(1.0 * array, 1.02 * array);
        }
    }

    /** Chunks that were recorded while the threads came bound what a dump and a histogram leave open. */
    @ParameterizedTest
    @FieldSource("BOTH")
    void recordedChunksBoundWhatNoHeapDumpShows(String jdk) throws Exception {
        Path settings = Files.createDirectory(folder.resolve("settings"));
        RecordingOptions.writeSettings(
                CaptureFolder.create(settings), null, Samples.NONE, Set.of(Part.THREADS_JSON, Part.HISTOGRAM));
        Path recording = folder.resolve("chunks.jfr");
        try (SitesProgram program = SitesProgram.start(jdk, "depths", "threads=1")) {
            program.jcmd("JFR.start", "name=chunks", "settings=" + settings.resolve(CaptureFolder.SETTINGS));
            for (String site : program.sites().keySet()) {
                program.obey("more " + site + " 700");
            }
            program.jcmd("JFR.stop", "name=chunks", "filename=" + recording);
            List<Source> sources = new ArrayList<>(moment(program, 0));
            sources.add(new RecordingSource(recording, origin(0, recording.toString()), ReaderChoice.AUTO));
            OfProcess read = read(sources);
            Look truth = look(program, 1, List.of());

            // The program has one thread more of each site.
            assertThat(read.virtual().threads()).isEqualTo(3 * 701);
            assertThat(read.evidence().chunksSeen()).isGreaterThan(50);
            for (SiteWeight site : read.of(true)) {
                Weight weighed = Objects.requireNonNull(truth.places().get(Look.place(site)));
                assertThat(weighed.stackMost())
                        .as("%s of %s", site, read)
                        .isBetween(site.weight().stackLeast(), site.weight().stackMost());
                if (site.mostFrames() > 40) {
                    assertThat((double) site.weight().stackMost()
                                    / site.weight().stackLeast())
                            .as("%s", site)
                            .isLessThan(2);
                }
            }
        }
    }

    @ParameterizedTest
    @FieldSource("BOTH")
    void theLeakIsTheFindingAndNotTheRequests(String jdk) throws Exception {
        try (SitesProgram program = SitesProgram.start(jdk, "leak", "threads=200")) {
            Look first = look(program, 0, List.of());
            List<Source> before = new ArrayList<>(moment(program, 1));
            before.add(new HeapSource(folder.resolve("0.hprof"), origin(1, "before.hprof")));
            program.obey("grow 800");
            Look last = look(program, 2, before);

            assertWeighed(last);
            Finding leak = WeightSentences.leak("", last.reading).orElseThrow();
            assertThat(leak.summary())
                    .startsWith("800 more virtual threads wait at dev.loomweight.samples.sites.Case.");
            assertThat(leak.explanation())
                    .contains("There are 1,000 now, and there were 200")
                    .contains("Of the 200 that were there at the moment before, 1 min earlier, none has ended.");
            assertThat(WeightSentences.leak("", first.reading)).isEmpty();
        }
    }
}
