package dev.loomweight.analysis;

import dev.loomweight.sample.Pin;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.sample.ThreadRef;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Pins by site, by stack and by reason: the accumulator of {@link PinSites}. Grows with the distinct stacks, sites and
 * reasons, not with the pins.
 */
public final class PinGroups {

    // A cache by identity: a source that makes a new stack for each event must not fill the memory.
    private static final int MOST_CACHED = 50_000;

    private final Map<String, Site> sites = new HashMap<>();
    private final Map<Cause, ByClass> causes = new HashMap<>();
    private final Durations jvmOwn = new Durations();
    private final IdentityHashMap<StackTrace, Known> known = new IdentityHashMap<>();
    private final Map<@Nullable String, Map<@Nullable String, KnownCause>> knownCauses = new HashMap<>();

    PinGroups() {}

    /** All pins whose stacks belong to one place of the application. */
    static final class Site {
        final Durations durations = new Durations();
        final DistinctThreads threads = new DistinctThreads();
        final Map<Cause, Long> causes = new HashMap<>();
        final Map<List<String>, Total> stacks = new HashMap<>();

        private void addAll(Site other) {
            durations.addAll(other.durations);
            threads.addAll(other.threads);
            other.causes.forEach((cause, count) -> causes.merge(cause, count, Long::sum));
            other.stacks.forEach((labels, total) ->
                    stacks.computeIfAbsent(labels, key -> new Total()).addAll(total));
        }
    }

    /**
     * What blocked, and why it could not unmount.
     *
     * @param operation the blocking operation, or null before JDK 24
     * @param reason the kind of reason, or null before JDK 24
     */
    record Cause(@Nullable String operation, @Nullable String reason) {}

    /** All pins of one cause, and by the class that it names. */
    static final class ByClass {
        final Durations durations = new Durations();
        final Map<String, Durations> classes = new HashMap<>();

        private void addAll(ByClass other) {
            durations.addAll(other.durations);
            other.classes.forEach((name, theirs) ->
                    classes.computeIfAbsent(name, key -> new Durations()).addAll(theirs));
        }
    }

    /** The pins of one stack, which are too many to keep percentiles of. */
    static final class Total {
        private long count;
        private long sumNanos;

        private void add(long nanos) {
            count++;
            sumNanos += Math.max(0, nanos);
        }

        private void addAll(Total other) {
            count += other.count;
            sumNanos += other.sumNanos;
        }

        long count() {
            return count;
        }

        long sumNanos() {
            return sumNanos;
        }
    }

    /** Where the pins of a stack go, worked out once. */
    private record Known(Site site, Total stack) {}

    /** Where the pins of a cause go, worked out once; sentences of the JVM are few, but taking one apart is slow. */
    private record KnownCause(
            Cause cause, ByClass byClass, @Nullable Durations ofClass, boolean jvmOwn) {}

    void add(String subject, Pin pin) {
        if (isPoller(pin.thread())) {
            jvmOwn.add(pin.nanos());
            return;
        }
        KnownCause cause = cause(pin.operation(), pin.reason());
        if (cause.jvmOwn) {
            jvmOwn.add(pin.nanos());
            return;
        }
        cause.byClass.durations.add(pin.nanos());
        if (cause.ofClass != null) {
            cause.ofClass.add(pin.nanos());
        }
        Known place = place(pin.stack());
        place.stack.add(pin.nanos());
        place.site.durations.add(pin.nanos());
        place.site.causes.merge(cause.cause, 1L, Long::sum);
        ThreadRef thread = pin.thread();
        if (thread != null) {
            place.site.threads.add(subject, thread.javaThreadId());
        }
    }

    private KnownCause cause(@Nullable String operation, @Nullable String sentence) {
        Map<@Nullable String, KnownCause> ofOperation = knownCauses.computeIfAbsent(operation, key -> new HashMap<>());
        KnownCause known = ofOperation.get(sentence);
        if (known == null) {
            if (ofOperation.size() >= MOST_CACHED) {
                ofOperation.clear();
            }
            known = decode(operation, sentence);
            ofOperation.put(sentence, known);
        }
        return known;
    }

    private KnownCause decode(@Nullable String operation, @Nullable String sentence) {
        PinReason reason = sentence == null ? null : PinReason.of(sentence);
        Cause cause = new Cause(operation, reason == null ? null : reason.kind());
        if (isJvmOwn(sentence)) {
            return new KnownCause(cause, new ByClass(), null, true);
        }
        ByClass byClass = causes.computeIfAbsent(cause, key -> new ByClass());
        Durations ofClass = reason == null || reason.className().isEmpty()
                ? null
                : byClass.classes.computeIfAbsent(reason.className(), key -> new Durations());
        return new KnownCause(cause, byClass, ofClass, false);
    }

    private Known place(StackTrace stack) {
        Known place = known.get(stack);
        if (place == null) {
            if (known.size() >= MOST_CACHED) {
                known.clear();
            }
            Site site = sites.computeIfAbsent(Frames.site(stack), key -> new Site());
            place = new Known(site, site.stacks.computeIfAbsent(Frames.labels(stack), key -> new Total()));
            known.put(stack, place);
        }
        return place;
    }

    /**
     * Whether the JVM pins its own threads: from JDK 24 on its pollers wait for the initialization of a class of theirs.
     */
    private static boolean isJvmOwn(@Nullable String reason) {
        return reason != null && reason.startsWith("Waited for initialization of sun.nio.ch.Poller");
    }

    private static boolean isPoller(@Nullable ThreadRef thread) {
        String prefix = "SubPoller-";
        return thread != null
                && thread.name().startsWith(prefix)
                && thread.name().length() > prefix.length()
                && thread.name().chars().skip(prefix.length()).allMatch(Character::isDigit);
    }

    /** Adds all of the other, which is not used again. */
    void addAll(PinGroups other) {
        jvmOwn.addAll(other.jvmOwn);
        other.sites.forEach(
                (name, site) -> sites.computeIfAbsent(name, key -> new Site()).addAll(site));
        other.causes.forEach((cause, byClass) ->
                causes.computeIfAbsent(cause, key -> new ByClass()).addAll(byClass));
    }

    Map<String, Site> sites() {
        return sites;
    }

    Map<Cause, ByClass> causes() {
        return causes;
    }

    /** The pins that are the JVM's own, which are in no other figure. */
    Durations jvmOwn() {
        return jvmOwn;
    }
}
