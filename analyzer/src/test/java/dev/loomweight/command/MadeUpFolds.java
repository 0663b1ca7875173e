package dev.loomweight.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.FoldRun;
import dev.loomweight.fold.Observed;
import dev.loomweight.fold.OfFold;
import dev.loomweight.fold.SamplesKept;
import dev.loomweight.input.SampleSink;
import dev.loomweight.input.Source;
import dev.loomweight.input.folded.FoldUnit;
import dev.loomweight.input.folded.FoldedSource;
import dev.loomweight.input.folded.FoldedUnits;
import dev.loomweight.input.folded.UnitHead;
import dev.loomweight.kernel.subject.Analysis;
import dev.loomweight.kernel.subject.Subject;
import dev.loomweight.report.Section;
import dev.loomweight.sample.Coverage;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Origin.Instrument;
import dev.loomweight.sample.Sample;
import dev.loomweight.sample.state.StateParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Made-up samples as fold files: folded as {@link Folding} does, written, and read again. */
final class MadeUpFolds {

    private MadeUpFolds() {}

    /** Samples as an input. */
    record Given(List<Observed> samples) implements Source {

        @Override
        public Origin origin() {
            return new Origin("shop", null, "shop.jfr", Instrument.JFR);
        }

        @Override
        public Coverage read(Interest interest, Supplier<? extends SampleSink> sinks) {
            SampleSink sink = sinks.get();
            for (Observed one : samples) {
                if (interest.wants(one.sample().getClass())) {
                    sink.accept(one.origin(), one.sample());
                }
            }
            return Coverage.NONE;
        }
    }

    /** The bytes of the fold file of some inputs. */
    static byte[] bytes(List<? extends Source> sources) {
        List<Subject<?, ?>> states = Folding.states(0);
        List<SamplesKept<?>> samples = Folding.samples();
        List<OfFold<?>> asked = new ArrayList<>(states);
        asked.addAll(samples);
        FoldRun run = FoldRun.read(asked, sources);
        Map<String, FoldUnit.Builder> units = new TreeMap<>();
        states.forEach(state -> parts(state, run)
                .forEach((subject, parts) -> unit(units, subject).add(parts)));
        samples.forEach(kept -> samples(kept, run, units));
        List<FoldUnit> built = new ArrayList<>();
        units.forEach((subject, unit) -> built.add(unit.build(head(subject, unit.origins()))));
        return FoldedUnits.of(built).toBytes();
    }

    private static <A> Map<String, ? extends StateParts> parts(Subject<A, ?> state, FoldRun run) {
        return state.parts(new Folded<>(run.of(state), Coverage.NONE));
    }

    private static <A> void samples(SamplesKept<A> kept, FoldRun run, Map<String, FoldUnit.Builder> units) {
        kept.samples(
                run.of(kept), (origin, sample) -> unit(units, origin.subject()).add(origin, sample));
    }

    private static FoldUnit.Builder unit(Map<String, FoldUnit.Builder> units, String subject) {
        return units.computeIfAbsent(subject, any -> {
            FoldUnit.Builder unit = new FoldUnit.Builder();
            unit.add(new Origin(subject, null, subject + ".lw", Instrument.JFR));
            return unit;
        });
    }

    private static UnitHead head(String subject, List<Origin> origins) {
        return new UnitHead(
                List.of(subject),
                0,
                Map.of(),
                UnitHead.Naming.FIXED,
                List.of(subject),
                false,
                false,
                0,
                // All origins are of one file.
                List.of(new UnitHead.Input(0, true, true, false, 0, null, List.of(), null, List.of(), Map.of())),
                List.of(),
                null,
                origins,
                List.of());
    }

    /** The inputs that are in a fold file. */
    static List<Source> read(byte[] bytes) {
        List<Source> sources = new ArrayList<>();
        FoldedUnits.read(bytes, "made-up.lwf")
                .units()
                .forEach(unit ->
                        sources.addAll(FoldedSource.of(unit, unit.head().names().getFirst())));
        return sources;
    }

    /** The fold of some samples, as an input. */
    static List<Source> folded(List<Observed> samples) {
        return read(bytes(List.of(new Given(samples))));
    }

    /** What an analysis says of some inputs. */
    static <A> Section section(Analysis<A, ?> analysis, List<? extends Source> sources) {
        FoldRun run = FoldRun.read(List.of(analysis), sources);
        assertThat(run.problems()).isEmpty();
        return analysis.finish(run.of(analysis), Coverage.NONE);
    }

    /** The samples that are in a fold file. */
    static List<Sample> samples(List<Source> sources) {
        List<Sample> all = new ArrayList<>();
        for (Source source : sources) {
            source.read(Folding.KEPT.and(Interest.in(OTHERS)), () -> (origin, sample) -> all.add(sample));
        }
        return all;
    }

    private static final List<Class<? extends Sample>> KINDS = List.copyOf(Observed.MAKERS.keySet());

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of classes
    private static final Class<? extends Sample>[] OTHERS = KINDS.toArray(Class[]::new);

    /** The states that are in a fold file, in its order. */
    static List<StateParts> states(List<Source> sources) {
        List<StateParts> all = new ArrayList<>();
        SampleSink sink = new SampleSink() {

            @Override
            public void accept(Origin origin, Sample sample) {}

            @Override
            public boolean takes(Class<? extends StateParts> kind) {
                return true;
            }

            @Override
            public void merge(String process, StateParts parts) {
                all.add(parts);
            }
        };
        sources.forEach(source -> source.read(Interest.in(), () -> sink));
        return all;
    }
}
