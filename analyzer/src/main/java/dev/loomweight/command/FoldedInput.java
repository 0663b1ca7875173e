package dev.loomweight.command;

import dev.loomweight.capture.DataException;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.input.capture.Inputs;
import dev.loomweight.input.folded.Chunk;
import dev.loomweight.input.folded.FoldedSource;
import dev.loomweight.input.folded.UnitHead;
import dev.loomweight.input.text.TextSource;
import dev.loomweight.pins.pinning.PinOptions;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A source whose result is kept, for the fold of its process. */
final class FoldedInput implements Source {

    private static final String SECRETS = "It holds events that can contain secrets";

    /** What questions ask of recordings. */
    private static final List<Interest> ASKED = Question.every()
            .flatMap(question -> Stream.of(Analyses.DEFAULT.given(), Analyses.Given.APPLICATION)
                    .map(given -> new Analyses(PinOptions.NONE, 0, given).of(question)))
            .map(analyses -> analyses.stream().map(one -> one.fold().interest()).reduce(Interest.in(), Interest::and))
            .toList();

    private final Source source;
    private @Nullable Coverage coverage;
    private @Nullable String failure;

    FoldedInput(Source source) {
        this.source = source;
    }

    @Override
    public Origin origin() {
        return source.origin();
    }

    @Override
    public Coverage read(Interest interest, Supplier<? extends SampleSink> sinks) {
        return read(interest, sinks, 1);
    }

    @Override
    public Coverage read(Interest interest, Supplier<? extends SampleSink> sinks, int threads) {
        try {
            Coverage all = source.read(interest, sinks, threads);
            coverage = all;
            return all;
        } catch (DataException e) {
            failure = String.valueOf(e.getMessage());
            throw e;
        }
    }

    @Override
    public boolean isRecording() {
        return source.isRecording();
    }

    @Override
    public long bytes() {
        return source.bytes();
    }

    @Override
    public boolean hasContent() {
        return source.hasContent();
    }

    /** What it says to those who ask for some kinds of sample only; null if it cannot be read then. */
    private @Nullable Coverage probe(Interest interest) {
        try {
            return source.read(interest, () -> (origin, sample) -> {});
        } catch (DataException e) {
            return null;
        }
    }

    /** The chunks that are read of it. */
    Stream<Chunk> chunks() {
        return Inputs.chunks(source).stream();
    }

    /** When its clock was at 0, in nanoseconds since 1970. */
    OptionalLong clockNanos() {
        return Inputs.clockNanos(source);
    }

    /** What the fold says of it. */
    UnitHead.Input input(List<Origin> origins) {
        Coverage all = coverage;
        Coverage plain = source.isRecording() ? all : probe(Interest.in());
        boolean differs = plain != null && !plain.equals(all);
        List<String> kinds = new ArrayList<>();
        if (plain != null && differs) {
            for (Class<? extends Sample> kind : Folding.KEPT.samples()) {
                if (!plain.equals(probe(Interest.in(kind)))) {
                    kinds.add(kind.getSimpleName());
                }
            }
            kinds.sort(null);
        }
        return new UnitHead.Input(
                origins.indexOf(source.origin()),
                source.isRecording(),
                source.hasContent(),
                source instanceof TextSource,
                source.bytes(),
                failure,
                all == null ? List.of() : all.sources(),
                plain == null || !differs ? null : plain.sources(),
                kinds,
                source.isRecording() && all != null ? notes(all) : Map.of());
    }

    /** Of a damaged recording, what there is to say to those who ask each question. */
    private Map<String, List<String>> notes(Coverage all) {
        Map<String, List<String>> notes = new TreeMap<>();
        if (all.sources().stream().flatMap(one -> one.notes().stream()).allMatch(note -> note.startsWith(SECRETS))) {
            return notes;
        }
        for (Interest interest : ASKED) {
            String key = FoldedSource.keyOf(interest);
            if (!notes.containsKey(key)) {
                Coverage read = probe(interest);
                notes.put(
                        key,
                        read == null ? List.of() : read.sources().getFirst().notes());
            }
        }
        return notes;
    }
}
