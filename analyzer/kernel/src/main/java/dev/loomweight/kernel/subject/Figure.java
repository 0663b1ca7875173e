package dev.loomweight.kernel.subject;

import dev.loomweight.report.Unit;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A named amount that a subject takes from its reading. Whoever limits or shows an amount by name takes it from here, so
 * that two of them cannot differ. More is worse.
 *
 * @param <R> the reading
 * @param id the stable id, such as {@code pinned-time}
 * @param kind what becomes of the amount over time
 * @param unit the unit of the amount
 * @param label what it is, for sentences
 * @param scope what it is of
 * @param inRecordings whether recordings alone have it
 * @param bySite whether each part of the amount is compared with a baseline by itself, and counts only if it is worse
 * @param taken takes it from the reading, given the name of what it is of, which is empty for everything
 */
public record Figure<R>(
        String id,
        Kind kind,
        Unit unit,
        String label,
        Scope scope,
        boolean inRecordings,
        boolean bySite,
        BiFunction<R, String, Measured> taken) {

    /** What becomes of an amount over time. */
    public enum Kind {
        /** It adds up: at the same rate, an input that is twice as long has twice as much. */
        TOTAL,
        /** The highest of several values, or a percentile of them: independent of how long it was looked at. */
        HIGHEST,
        /** For each unit of time, or a share. */
        RATE,
        /** The difference between two moments, the first of which may be the last one of a baseline. */
        DIFFERENCE
    }

    /** A figure of everything. */
    public static <R> Figure<R> of(String id, Kind kind, Unit unit, String label, Function<R, Measured> taken) {
        return of(id, kind, unit, label, Scope.ALL, (reading, name) -> taken.apply(reading));
    }

    /** A figure of one of several things. */
    public static <R> Figure<R> of(
            String id, Kind kind, Unit unit, String label, Scope scope, BiFunction<R, String, Measured> taken) {
        return new Figure<>(id, kind, unit, label, scope, false, false, taken);
    }

    /** The same, which recordings alone have. */
    public Figure<R> onlyInRecordings() {
        return new Figure<>(id, kind, unit, label, scope, true, bySite, taken);
    }

    /** The same, whose parts are compared with a baseline one by one. */
    public Figure<R> comparedBySite() {
        return new Figure<>(id, kind, unit, label, scope, inRecordings, true, taken);
    }

    /** How help shows it: the id, and after a dot what must be named. */
    public String shown() {
        return name(scope.placeholder());
    }

    /**
     * The name in files and on command lines: {@code pins}, {@code category-growth.Thread}.
     *
     * @param of the name of what it is of; empty for everything
     */
    public String name(String of) {
        return of.isEmpty() ? id : id + "." + of;
    }
}
