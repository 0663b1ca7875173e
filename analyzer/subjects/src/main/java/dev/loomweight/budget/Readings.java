package dev.loomweight.budget;

import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.Results;
import dev.loomweight.subject.Figure;
import dev.loomweight.subject.Measured;
import dev.loomweight.subject.Subject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** What the subjects read from one set of inputs. */
final class Readings {

    private final List<Read<?>> all;

    private Readings(List<Read<?>> all) {
        this.all = List.copyOf(all);
    }

    /** What one subject read. */
    private record Read<R>(Subject<?, R> subject, R reading) {

        static <A, R> Read<R> of(Subject<A, R> subject, Folded<Results> folded, boolean wanted) {
            A gathered = wanted ? folded.all().of(subject) : subject.fold().empty();
            return new Read<>(subject, subject.reading().apply(gathered, folded.coverage()));
        }

        boolean has(Figure<?> figure) {
            return subject.figures().contains(figure);
        }

        Measured measure(Limit limit) {
            return subject.figures().stream()
                    .filter(limit.figure()::equals)
                    .findFirst()
                    .orElseThrow()
                    .taken()
                    .apply(reading, limit.of());
        }
    }

    /**
     * The readings of subjects.
     *
     * @param wanted those that were folded; the others have read nothing
     */
    static Readings of(List<Subject<?, ?>> subjects, Collection<Subject<?, ?>> wanted, Folded<Results> folded) {
        List<Read<?>> all = new ArrayList<>();
        subjects.forEach(subject -> all.add(Read.of(subject, folded, wanted.contains(subject))));
        return new Readings(all);
    }

    /** What a subject read. */
    <R> R of(Subject<?, R> subject) {
        for (Read<?> read : all) {
            if (read.subject.equals(subject)) {
                @SuppressWarnings("unchecked") // a reading is of the type of its subject
                R reading = (R) read.reading;
                return reading;
            }
        }
        throw new IllegalArgumentException("not a subject of these readings");
    }

    /** The same with another reading of a subject. */
    <R> Readings with(Subject<?, R> subject, R reading) {
        List<Read<?>> changed = new ArrayList<>(all);
        changed.replaceAll(read -> read.subject.equals(subject) ? new Read<>(subject, reading) : read);
        return new Readings(changed);
    }

    /** The amount of a limit's figure. */
    Measured measure(Limit limit) {
        return all.stream()
                .filter(read -> read.has(limit.figure()))
                .findFirst()
                .orElseThrow()
                .measure(limit);
    }
}
