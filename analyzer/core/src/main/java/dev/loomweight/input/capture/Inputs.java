package dev.loomweight.input.capture;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Found.NamedPath;
import dev.loomweight.input.folded.Chunk;
import dev.loomweight.input.folded.FoldedSource;
import dev.loomweight.input.folded.FoldedUnits;
import dev.loomweight.input.heap.HeapSource;
import dev.loomweight.input.recording.ReaderChoice;
import dev.loomweight.input.recording.RecordingSource;
import dev.loomweight.input.recording.reader.ChunkedFile.RecordingChunk;
import dev.loomweight.input.text.TextFormat;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.sample.CaptureTexts.TargetClasses;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The inputs that a user names: captures, recordings, folders of either, texts, and any of them compressed. Each becomes
 * its sources, which can be read until the inputs are closed. What several of them have in common is read once.
 */
public final class Inputs implements AutoCloseable {

    /** Stands for standard input. */
    public static final Path STANDARD_INPUT = Path.of("-");

    private final Finder finder;
    private final InputSubjects subjects;
    private final List<Source> sources;

    private Inputs(Finder finder, ReaderChoice reader, boolean events) {
        this.finder = finder;
        this.subjects = new InputSubjects(finder.all(), events);
        this.sources = sources(reader);
    }

    /**
     * The sources of some paths, in the order of the paths.
     *
     * @param paths files and folders; {@link #STANDARD_INPUT} for standard input
     * @param reader reads the recordings
     * @throws DataException if a path does not exist, or is a folder without inputs
     */
    public static Inputs open(List<Path> paths, ReaderChoice reader) {
        return open(paths, Map.of(), reader, 0, false);
    }

    /**
     * The same, where messages call some of the paths by other names, with a limit, and for those who ask for single events.
     *
     * @param names what messages call a path, of those that the user has not named as they are
     * @param maxUnpackedBytes the maximum of compressed files and standard input together, in bytes; 0 for {@link
     *     UnpackLimit#USUAL_BYTES}, and less for small files
     * @param events whether they do: what captures have as folds, which have no events, is then left out with a note, and
     *     recordings are read whether or not there is a fold of them
     * @throws DataException if a path does not exist, or the only one is a folder without inputs or holds more
     */
    public static Inputs open(
            List<Path> paths, Map<Path, String> names, ReaderChoice reader, long maxUnpackedBytes, boolean events) {
        Finder finder = new Finder(maxUnpackedBytes);
        try {
            for (Path path : paths) {
                NamedPath place = new NamedPath(path, names.getOrDefault(path, path.toString()), "");
                // One of many costs only itself; what is not there is a mistake of who named it.
                if (paths.size() > 1 && Files.exists(path)) {
                    finder.findOrSay(place, finder::find);
                } else {
                    finder.find(place);
                }
            }
            return new Inputs(finder, reader, events);
        } catch (RuntimeException e) {
            finder.close();
            throw e;
        }
    }

    /** Whether two lists of paths name the same files and folders, or equal files. */
    public static boolean areSame(List<Path> before, List<Path> after) {
        return before.size() == after.size()
                && IntStream.range(0, before.size()).allMatch(i -> areSame(before.get(i), after.get(i)));
    }

    /** Whether two paths name one file or folder, or equal files. */
    private static boolean areSame(Path before, Path after) {
        try {
            return Files.exists(before)
                    && Files.exists(after)
                    && (Files.isSameFile(before, after)
                            || (Files.isRegularFile(before)
                                    && Files.isRegularFile(after)
                                    && Files.mismatch(before, after) < 0));
        } catch (IOException e) {
            // Who reads them says what is wrong.
            return false;
        }
    }

    private List<Source> sources(ReaderChoice reader) {
        List<Found> all = finder.all();
        IdentityHashMap<Found, String> repeated = all.size() == 1 ? new IdentityHashMap<>() : Repeats.among(all);
        List<Source> opened = new ArrayList<>();
        for (Found found : all) {
            String why = repeated.get(found);
            switch (found) {
                case Found.OfRecording recording -> addRecording(opened, recording, reader, all.size() > 1);
                case Found.OfFold fold -> addFold(opened, fold);
                case Found.OfCapture capture ->
                    opened.addAll(CaptureSources.of(
                            capture, subjects.subject(found), finder.unpacked().limit()));
                case Found.OfSnapshot snapshot
                when why != null -> opened.add(new NotesSource(snapshot.folder().shown(), List.of(why)));
                case Found.OfSnapshot snapshot -> opened.addAll(CaptureSources.of(snapshot, subjects.subject(found)));
                case Found.OfText text
                when why != null -> opened.add(new NotesSource(text.place().shown(), List.of(why)));
                case Found.OfText text ->
                    opened.add(new TextSource(text.place().path(), origin(found, text.place(), Instrument.NMT)));
                case Found.OfHeapDump dump ->
                    opened.add(new HeapSource(dump.place().path(), origin(found, dump.place(), Instrument.HEAP_DUMP)));
                case Found.Remark remark -> opened.add(new NotesSource(remark.about(), remark.notes()));
                case Found.Unreadable unreadable ->
                    opened.add(new UnreadableSource(unreadable.shown(), unreadable.why()));
            }
        }
        Set<String> dumped = opened.stream()
                .filter(source -> source.origin().instrument() == Instrument.THREAD_DUMP)
                .map(source -> source.origin().subject())
                .collect(Collectors.toSet());
        opened.replaceAll(source -> source instanceof RecordingSource recording
                        && !dumped.contains(recording.origin().subject())
                ? recording.withDumps(Inputs::dump)
                : source);
        Identity identity = subjects.identity();
        List<String> notes = identity == null ? List.of() : identity.notes();
        if (!notes.isEmpty()) {
            opened.add(new NotesSource("", notes));
        }
        return opened;
    }

    private static @Nullable DumpedThreads dump(String text, String file) {
        try {
            return TextFormat.THREAD_PRINT.only(DumpedThreads.class, new StringReader(text), file);
        } catch (DataException e) {
            return null;
        }
    }

    private Origin origin(Found found, NamedPath place, Instrument instrument) {
        return new Origin(subjects.subject(found), null, place.shown(), instrument);
    }

    private void addRecording(List<Source> opened, Found.OfRecording recording, ReaderChoice reader, boolean others) {
        Identity identity = subjects.identity();
        if (identity != null && identity.isLeftOut(recording)) {
            return;
        }
        RecordingSource source = new RecordingSource(
                recording.place().path(), origin(recording, recording.place(), Instrument.JFR), reader);
        String begun = others ? source.notYetWritten() : null;
        if (begun != null) {
            // The others are whole: it is no failure.
            opened.add(new NotesSource(
                    source.origin().file(),
                    List.of(Character.toUpperCase(begun.charAt(0)) + begun.substring(1) + ".")));
        } else if (identity == null) {
            opened.add(source);
        } else if (identity.isEmptyAmongOthers(recording)) {
            opened.add(checked(source));
        } else {
            opened.add(source.without(identity.leftOut(recording)));
        }
    }

    /** One of several that has nothing to read: it says why. */
    private static Source checked(RecordingSource source) {
        try {
            source.describe(Set.of());
            return source;
        } catch (DataException e) {
            return new UnreadableSource(source.origin().file(), e);
        }
    }

    private void addFold(List<Source> opened, Found.OfFold fold) {
        Identity identity = subjects.identity();
        if (identity != null && identity.isLeftOut(fold)) {
            return;
        }
        String subject = subjects.subject(fold);
        opened.addAll(
                fold.capture() == null
                        ? FoldedSource.of(fold.unit(), subject)
                        : FoldedSource.ofCapture(fold.unit(), subject, fold.shown()));
    }

    /** The sources, in the order of the paths. */
    public List<Source> sources() {
        return Collections.unmodifiableList(sources);
    }

    /**
     * Where the captures say that the classes of their targets are, in the order of the paths; also those that a named
     * recording or snapshot lies in. Nothing of it is checked.
     */
    public List<TargetClasses> classes() {
        return List.copyOf(finder.classes().values());
    }

    /**
     * What captures say that they are of, such as service and version, by name; also those that a named recording or
     * snapshot lies in. Of several captures, the first that has a label says it.
     *
     * @param wanted which captures, by the paths of their manifests
     */
    public Map<String, String> labels(Predicate<String> wanted) {
        Map<String, String> all = new TreeMap<>();
        finder.labels().forEach((manifest, of) -> {
            if (wanted.test(manifest)) {
                of.forEach(all::putIfAbsent);
            }
        });
        return all;
    }

    /** Whether all inputs are runs of one series, so that the question is about the series. */
    public boolean areRunsOfASeries() {
        return finder.areRunsOfASeries();
    }

    /** The fold files, by what messages call them. */
    public Map<Path, FoldedUnits> folds() {
        return finder.folds();
    }

    /** Whether captures of that process are not among the {@link #primarySources}. */
    public boolean isSecondary(String subject) {
        return subjects.isSecondary(subject);
    }

    /** The chunks of a recording that are read, or of its fold; empty for what is no recording, or cannot be read. */
    public static List<Chunk> chunks(Source source) {
        return switch (source) {
            case RecordingSource recording -> Identity.chunks(recording.chunks());
            case FoldedSource of when of.isRecording() -> of.unit().head().chunks();
            default -> List.of();
        };
    }

    /**
     * What is read of a source without some chunks, which are read elsewhere.
     *
     * @return null where nothing is left of a recording
     */
    public static @Nullable Source without(Source source, Set<Chunk> others) {
        if (!(source instanceof RecordingSource recording) || others.isEmpty()) {
            return source;
        }
        List<RecordingChunk> all = recording.chunks();
        Set<Long> offsets = all.stream()
                .filter(chunk -> others.contains(Identity.chunk(chunk)))
                .map(RecordingChunk::offset)
                .collect(Collectors.toSet());
        return offsets.isEmpty() ? source : offsets.size() == all.size() ? null : recording.without(offsets);
    }

    /** When the clock of a recording was at 0, in nanoseconds since 1970; empty as for {@link #chunks}. */
    public static OptionalLong clockNanos(Source source) {
        return source instanceof RecordingSource recording
                ? recording.chunks().stream()
                        .mapToLong(chunk -> chunk.header().clockNanos())
                        .findFirst()
                : OptionalLong.empty();
    }

    /** Whether recordings of that process are in no capture. */
    public boolean isOfRecordings(String subject) {
        return subjects.isOfRecordings(subject);
    }

    /** The possible names of a process, the shortest first; empty for what is no process, and has one name. */
    public List<String> namesOf(String subject) {
        return subjects.namesOf(subject);
    }

    /**
     * The sources without the captures that repeat another and without those of JVMs that only observed: an experiment's
     * figures come from all its runs, but one run of each kind is enough to show what it looked like.
     */
    public List<Source> primarySources() {
        return sources.stream()
                .filter(source -> !subjects.isSecondary(source.origin().subject()))
                .toList();
    }

    @Override
    public void close() {
        finder.close();
    }
}
