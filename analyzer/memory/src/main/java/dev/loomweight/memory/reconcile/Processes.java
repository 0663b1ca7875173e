package dev.loomweight.memory.reconcile;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.sample.CaptureTexts.CaptureInfo;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Dumps.ThreadDump;
import dev.loomweight.sample.Dumps.WeighedThreads;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.JvmTexts.ClassHistogram;
import dev.loomweight.sample.JvmTexts.ProcessId;
import dev.loomweight.sample.MemoryEvents.ChunkAllocation;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The accumulator of the analyses of processes: the content of all files, by process. */
public final class Processes implements State<Processes> {

    /** All samples on memory. */
    public static final Interest INTEREST = FileContent.INTEREST;

    /** Of most questions; with 200 bytes for each thread of a dump. */
    public static final Fold<Processes> FOLD = Fold.of(INTEREST, Processes::new);

    /** What virtual threads weigh alone, which costs a recording next to nothing. */
    public static final Fold<Processes> OF_VIRTUAL_THREADS = Fold.of(
            Interest.in(
                    CaptureInfo.class,
                    ProcessId.class,
                    ClassHistogram.class,
                    ThreadDump.class,
                    DumpedThreads.class,
                    WeighedThreads.class,
                    ChunkAllocation.class),
            Processes::new);

    /** With an account of each garbage collection, of which there can be a million. */
    public static final Fold<Processes> WITH_COLLECTIONS = Fold.of(INTEREST, () -> new Processes(true));

    private final Map<String, Map<String, FileContent>> subjects = new TreeMap<>();
    private final boolean withCollections;

    private Processes() {
        this(false);
    }

    private Processes(boolean withCollections) {
        this.withCollections = withCollections;
    }

    @Override
    public void add(Origin origin, Sample sample) {
        // Virtual threads are not in the dumps that recordings have.
        boolean recorded = sample instanceof DumpedThreads && origin.instrument() == Instrument.JFR;
        if (INTEREST.wants(sample.getClass()) && !recorded) {
            FileContent file = file(origin.subject(), place(origin));
            file.add(origin, sample);
            if (withCollections) {
                file.recorded().addCollection(sample);
            }
        }
    }

    @Override
    public void merge(Processes other) {
        other.subjects.forEach((subject, files) ->
                files.forEach((file, content) -> file(subject, file).merge(content)));
    }

    private FileContent file(String subject, String file) {
        return subjects.computeIfAbsent(subject, key -> new TreeMap<>())
                .computeIfAbsent(file, key -> new FileContent());
    }

    /** The file with its moment, since a test or a tool may give files of two moments the same name. */
    private static String place(Origin origin) {
        Origin.SnapshotId moment = origin.moment();
        return (moment == null ? "" : moment.index() + " ") + origin.file();
    }

    /** The processes, in the order of their names. Files that contradict each other are separate processes. */
    public List<ObservedProcess> together() {
        TreeMap<String, List<FileContent>> captures = new TreeMap<>();
        TreeMap<String, List<FileContent>> loose = new TreeMap<>();
        subjects.forEach((subject, files) -> {
            List<FileContent> contents = new ArrayList<>(files.values());
            (contents.stream().anyMatch(FileContent::isOfCapture) ? captures : loose).put(subject, contents);
        });
        if (captures.size() == 1) {
            // A heap dump does not say of which process it is, nor does what others report of its end.
            List<FileContent> capture = captures.firstEntry().getValue();
            loose.values()
                    .removeIf(contents -> contents.size() == 1
                            && (contents.getFirst().texts().isHeapAlone()
                                    || contents.getFirst().isReportAlone())
                            && capture.add(contents.getFirst()));
        }
        List<ObservedProcess> all = new ArrayList<>();
        captures.forEach((subject, contents) -> all.add(ProcessGrouping.capture(subject, contents)));
        all.addAll(ProcessGrouping.loose(loose));
        return all;
    }
}
