package dev.loomweight.pins.pinning;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.kernel.diagnosis.Diagnosis;
import dev.loomweight.kernel.diagnosis.PinStack;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.kernel.option.Option;
import dev.loomweight.kernel.option.Option.Taker;
import dev.loomweight.kernel.option.Options;
import dev.loomweight.match.Regex;
import dev.loomweight.sample.EpochNanos;
import dev.loomweight.sample.ThreadRef;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The options of an analysis of pins.
 *
 * @param code the class files of what was recorded; may be empty
 * @param own prefixes of the application's own classes; where there are none, all but the JDK's are
 * @param filter which pins are wanted
 * @param carriers how many carriers there were, or 0 where the inputs say it
 * @param faults which known faults sites and hangs can be
 */
public record PinOptions(Code code, List<String> own, Filter filter, int carriers, KnownFaults faults) {

    /** No class files, and all pins. */
    public static final PinOptions NONE = new PinOptions(new Code(ClassPath.none()), List.of(), Filter.ALL, 0);

    /** Options with the faults that come with Loomweight. */
    public PinOptions(Code code, List<String> own, Filter filter, int carriers) {
        this(code, own, filter, carriers, KnownFaults.own());
    }

    public PinOptions {
        own = List.copyOf(own);
    }

    /**
     * Which pins are wanted: those that pass all of these.
     *
     * @param causes the kinds of cause, of which one must be among a pin's; all where there are none
     * @param thread a part of the virtual thread's name, as a regular expression, or null for any
     * @param min the smallest duration, inclusive
     * @param packages prefixes of class names, one of which must be on the stack; any where there are none
     * @param from pins that begin at that time or later, or null
     * @param until pins that begin before that time, or null
     */
    public record Filter(
            Set<CauseKind> causes,
            @Nullable Regex thread,
            Duration min,
            List<String> packages,
            @Nullable Instant from,
            @Nullable Instant until) {

        private static final Option<List<String>> CAUSE = Option.text(
                        "--cause", "CAUSE", "Only pins of these causes: ${COMPLETION-CANDIDATES}.")
                .takenBy(Taker.ALL)
                .among(CauseKind.ids())
                .checked(causes -> causes.forEach(CauseKind::of));

        private static final Option<String> THREAD = Option.text(
                        "--thread", "REGEX", "Only virtual threads whose name contains a match (RE2).")
                .takenBy(Taker.ALL)
                .checked(Regex::of);

        public static final Option<Duration> LONGER = Option.time(
                        "--longer", "Only pins of at least this duration, such as 20ms, 1.5ms or 500us.")
                .takenBy(Taker.ALL);

        private static final Option<List<String>> PACKAGE = Option.text(
                        "--package", "PREFIX", "Only stacks with a class whose name has this prefix.")
                .takenBy(Taker.ALL)
                .separated();

        private static final Option<Instant> FROM = Option.moment(
                        "--from", "Only pins that began at this time or later, such as 2026-11-21T10:15:00Z.")
                .takenBy(Taker.ALL);

        private static final Option<Instant> UNTIL = Option.moment("--until", "Only pins that began before this time.")
                .takenBy(Taker.ALL);

        /** The options that choose pins. */
        public static final List<Option<?>> OPTIONS = List.of(CAUSE, THREAD, LONGER, PACKAGE, FROM, UNTIL);

        /** Those of {@link #OPTIONS} that choose single events, which what is counted by stack cannot answer. */
        private static final List<Option<?>> OF_EVENTS = List.of(LONGER, THREAD, FROM, UNTIL);

        /** All of them. */
        public static final Filter ALL = new Filter(Set.of(), null, Duration.ZERO, List.of(), null, null);

        public Filter {
            causes = Set.copyOf(causes);
            packages = List.copyOf(packages);
        }

        /** The pins that a user wants. */
        public static Filter of(Options given) {
            String thread = given.find(THREAD);
            return new Filter(
                    given.get(CAUSE).stream().map(CauseKind::of).collect(Collectors.toUnmodifiableSet()),
                    thread == null ? null : Regex.of(thread),
                    given.get(LONGER, Duration.ZERO),
                    given.get(PACKAGE),
                    given.find(FROM),
                    given.find(UNTIL));
        }

        /** The option by which single events are chosen, if one is given; else null. */
        public static @Nullable String optionOfEvents(Options given) {
            return OF_EVENTS.stream()
                    .filter(option -> given.has(option) && !Duration.ZERO.equals(given.find(option)))
                    .map(Option::name)
                    .findFirst()
                    .orElse(null);
        }

        boolean isAll() {
            return equals(ALL);
        }

        /**
         * Whether an event passes the filters that need no diagnosis.
         *
         * @param start when it began, in nanoseconds since 1970
         * @param nanos how long it was, in nanoseconds
         * @param of its thread, or null where the recording does not name it
         */
        public boolean passes(long start, long nanos, @Nullable ThreadRef of) {
            return nanos >= min.toNanos()
                    && (from == null || start >= EpochNanos.of(from))
                    && (until == null || start < EpochNanos.of(until))
                    && (thread == null || (of != null && thread.isFoundIn(of.name())));
        }

        /** Whether a stack passes the filters that need its diagnosis. */
        public boolean passes(PinStack pin, Diagnosis diagnosis) {
            return (causes.isEmpty() || diagnosis.causes().stream().anyMatch(cause -> causes.contains(cause.kind())))
                    && (packages.isEmpty()
                            || pin.stack().frames().stream()
                                    .anyMatch(frame -> packages.stream().anyMatch(frame.className()::startsWith)));
        }
    }
}
