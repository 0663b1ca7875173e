package dev.loomweight.input.folded;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Dumps.DumpedThreads;
import dev.loomweight.sample.EventKind;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** One input of a fold: gives the states and samples that were made of it, and says of it what it said when it was read. */
public final class FoldedSource implements Source {

    // "3 events of jdk.VirtualThreadPinned were left out, ..."
    private static final Pattern OF_TYPE = Pattern.compile("\\d+ events? of (\\S+) (?:was|were|ends|end) .*");

    private final FoldUnit unit;
    private final UnitHead.Input input;
    private final String subject;
    // In a capture, the fold file; else null.
    private final @Nullable String within;
    private final boolean hasSamples;
    private final boolean hasStates;

    private FoldedSource(
            FoldUnit unit,
            UnitHead.Input input,
            String subject,
            @Nullable String within,
            boolean hasSamples,
            boolean hasStates) {
        this.unit = unit;
        this.input = input;
        this.subject = subject;
        this.within = within;
        this.hasSamples = hasSamples;
        this.hasStates = hasStates;
    }

    /**
     * The inputs of a fold, in their order.
     *
     * @param subject what the process is called among others
     */
    public static List<FoldedSource> of(FoldUnit unit, String subject) {
        return of(unit, subject, null);
    }

    /**
     * The inputs of the fold of a stretch of time, which lies in a capture with the rest of its process: they are parts of
     * the capture, wherever it is now.
     *
     * @param subject what the process of the capture is called
     * @param within what messages call the fold file
     */
    public static List<FoldedSource> ofCapture(FoldUnit unit, String subject, String within) {
        return of(unit, subject, within);
    }

    private static List<FoldedSource> of(FoldUnit unit, String subject, @Nullable String within) {
        List<FoldedSource> all = new ArrayList<>();
        // States are of recordings, where there are any.
        boolean states = unit.head().inputs().stream().anyMatch(UnitHead.Input::recording);
        boolean recording = false;
        boolean text = false;
        for (UnitHead.Input input : unit.head().inputs()) {
            // Samples are of the process, and given by the first that can have them.
            boolean first = input.failure() == null && !(input.recording() ? recording : text);
            recording |= first && input.recording();
            text |= first && !input.recording();
            all.add(new FoldedSource(unit, input, subject, within, first, first && input.recording() == states));
        }
        return all;
    }

    private Origin named(Origin origin) {
        if (within != null) {
            String name = String.valueOf(Path.of(origin.file()).getFileName());
            return new Origin(subject, origin.moment(), within + "/" + name, origin.instrument());
        }
        return unit.head().name() == UnitHead.Naming.FIXED
                ? origin
                : new Origin(subject, origin.moment(), origin.file(), origin.instrument());
    }

    @Override
    public Origin origin() {
        return named(unit.head().origins().get(input.origin()));
    }

    /** Whether the fold lies in a capture, of which it is a part. */
    public boolean isOfCapture() {
        return within != null;
    }

    /** The fold that it is of. */
    public FoldUnit unit() {
        return unit;
    }

    @Override
    public boolean isRecording() {
        return input.recording();
    }

    @Override
    public long bytes() {
        return input.bytes();
    }

    @Override
    public boolean hasContent() {
        return input.content();
    }

    @Override
    public Coverage read(Interest interest, Supplier<? extends SampleSink> sinks) {
        boolean asked = input.plain() == null || input.kinds().stream().anyMatch(kind -> wants(interest, kind));
        if (asked && input.failure() != null) {
            throw new DataException(input.failure());
        }
        if (hasSamples) {
            SampleSink sink = sinks.get();
            if (hasStates) {
                String process = origin().subject();
                unit.states(sink::takes, parts -> sink.merge(process, parts));
            }
            pass(interest, sink);
        }
        List<Coverage.OfSource> sources = new ArrayList<>();
        for (Coverage.OfSource source : asked || input.plain() == null ? input.coverage() : input.plain()) {
            sources.add(ofInterest(source, interest));
        }
        return new Coverage(sources);
    }

    private static boolean wants(Interest interest, String name) {
        Class<? extends Sample> kind = FoldUnit.KINDS.get(name);
        return kind != null && interest.wants(kind);
    }

    private void pass(Interest interest, SampleSink sink) {
        List<Origin> origins = new ArrayList<>();
        unit.head().origins().forEach(origin -> origins.add(named(origin)));
        boolean[] recording = new boolean[origins.size()];
        boolean[] loose = new boolean[origins.size()];
        for (UnitHead.Input each : unit.head().inputs()) {
            String file = origins.get(each.origin()).file();
            for (int i = 0; i < recording.length; i++) {
                if (origins.get(i).file().equals(file)) {
                    recording[i] |= each.recording();
                    loose[i] |= each.loose();
                }
            }
        }
        unit.read(interest::wants, (origin, sample) -> {
            boolean wanted = !(sample instanceof DumpedThreads)
                    || !loose[origin]
                    || interest.samples().contains(DumpedThreads.class);
            if (wanted && recording[origin] == input.recording()) {
                sink.accept(origins.get(origin), sample);
            }
        });
    }

    /** What a recording could show of what is asked for. */
    private Coverage.OfSource ofInterest(Coverage.OfSource all, Interest interest) {
        List<Coverage.OfEvent> events = new ArrayList<>();
        for (Coverage.OfEvent event : all.events()) {
            EventKind<?> kind = EventKind.of(event.eventType());
            if (kind == null || interest.wants(kind.sample())) {
                events.add(event);
            } else if (interest.covers(kind.sample())) {
                events.add(counted(event));
            }
        }
        return new Coverage.OfSource(
                named(all.origin()),
                all.start(),
                all.end(),
                all.lostBytes(),
                all.unreadBytes(),
                events,
                notes(all, interest));
    }

    // What is missing in a damaged recording depends on what is looked for.
    private List<String> notes(Coverage.OfSource all, Interest interest) {
        List<String> known = input.notes().get(keyOf(interest));
        return known != null
                ? known
                : all.notes().stream().filter(note -> isOf(note, interest)).toList();
    }

    /** Which events are asked for. */
    public static String keyOf(Interest interest) {
        StringBuilder key = new StringBuilder();
        for (EventKind<?> kind : EventKind.coveredBy(interest)) {
            key.append(kind.sample().getSimpleName()).append(interest.wants(kind.sample()) ? " " : "? ");
        }
        return key.toString();
    }

    private static Coverage.OfEvent counted(Coverage.OfEvent event) {
        return new Coverage.OfEvent(
                event.eventType(),
                event.state(),
                event.count(),
                event.count(),
                event.threshold(),
                new Coverage.Stacks(event.ofStacks().stacks(), 0, 0, 0),
                event.fields(),
                event.onlyIn());
    }

    private static boolean isOf(String note, Interest interest) {
        Matcher matcher = OF_TYPE.matcher(note);
        EventKind<?> kind = matcher.matches() ? EventKind.of(matcher.group(1)) : null;
        return kind == null || interest.wants(kind.sample());
    }
}
