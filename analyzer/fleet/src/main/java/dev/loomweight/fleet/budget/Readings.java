package dev.loomweight.fleet.budget;

import dev.loomweight.fold.Fold.Folded;
import dev.loomweight.fold.Fold.Results;
import dev.loomweight.kernel.subject.Figure;
import dev.loomweight.kernel.subject.Measured;
import dev.loomweight.kernel.subject.Subject;
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

        @SuppressWarnings("unchecked") // of the class of the reading that it replaces
        Read<R> or(Object other) {
            return other.getClass() == reading.getClass() ? new Read<>(subject, (R) other) : this;
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

    /** The reading of that type, of which there is one. */
    <R> R of(Class<R> type) {
        return all.stream()
                .map(Read::reading)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElseThrow();
    }

    /** Whether a figure is taken from the reading of that type. */
    boolean isOf(Class<?> type, Figure<?> figure) {
        return all.stream().anyMatch(read -> read.has(figure) && type.isInstance(read.reading));
    }

    /** These readings, of which one takes the place of the one of its type. */
    Readings with(Object reading) {
        return new Readings(all.stream().<Read<?>>map(read -> read.or(reading)).toList());
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
