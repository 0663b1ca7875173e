package dev.loomweight.memory;

import dev.loomweight.fold.Fold;
import dev.loomweight.fold.State;
import dev.loomweight.sample.Interest;
import dev.loomweight.sample.NmtTexts.NmtReport;
import dev.loomweight.sample.Origin;
import dev.loomweight.sample.Sample;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The accumulator of analyses that show each text: samples with their origins, sorted only when they are shown, so that
 * the order of reading does not matter. There is one per snapshot.
 *
 * @param <S> the kind of sample
 */
public final class Texts<S extends Sample> implements State<Texts<S>> {

    /** NMT's reports. */
    public static final Fold<Texts<NmtReport>> NMT_REPORTS = fold(NmtReport.class);

    private final Class<S> kind;
    private final List<Text<S>> texts = new ArrayList<>();

    private Texts(Class<S> kind) {
        this.kind = kind;
    }

    /** The fold of the texts of a kind. */
    static <S extends Sample> Fold<Texts<S>> fold(Class<S> kind) {
        return Fold.of(Interest.in(kind), () -> new Texts<>(kind));
    }

    /**
     * One text.
     *
     * @param <S> the kind of sample
     */
    public record Text<S>(Origin origin, S sample) {

        private int place() {
            Origin.SnapshotId moment = origin.moment();
            return moment == null ? -1 : moment.index();
        }

        /** The heading: the process and the moment, or the file. */
        String title() {
            Origin.SnapshotId moment = origin.moment();
            return moment == null ? origin.subject() : origin.subject() + ", " + moment.name();
        }
    }

    @Override
    public void add(Origin origin, Sample sample) {
        if (kind.isInstance(sample)) {
            texts.add(new Text<>(origin, kind.cast(sample)));
        }
    }

    @Override
    public void merge(Texts<S> other) {
        texts.addAll(other.texts);
    }

    /** The texts by process, each in the order of its snapshots; those of no snapshot first. */
    public List<Text<S>> inOrder() {
        return texts.stream()
                .sorted(Comparator.comparing((Text<S> text) -> text.origin().subject())
                        .thenComparingInt(Text::place)
                        .thenComparing(text -> text.origin().toString())
                        .thenComparing(text -> text.sample().toString()))
                .toList();
    }
}
