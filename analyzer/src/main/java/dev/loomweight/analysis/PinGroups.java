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

    PinGroups() {}

    /** All pins whose stacks belong to one place of the application. */
    static final class Site {
        final Durations durations = new Durations();
        final DistinctThreads threads = new DistinctThreads();
        final Map<Cause, Long> causes = new HashMap<>();
        final Map<List<String>, Durations> stacks = new HashMap<>();

        private void addAll(Site other) {
            durations.addAll(other.durations);
            threads.addAll(other.threads);
            other.causes.forEach((cause, count) -> causes.merge(cause, count, Long::sum));
            PinGroups.addAll(stacks, other.stacks);
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
            PinGroups.addAll(classes, other.classes);
        }
    }

    private record Known(Site site, Durations stack) {}

    void add(String subject, Pin pin) {
        if (isJvmOwn(pin)) {
            jvmOwn.add(pin.nanos());
            return;
        }
        PinReason reason = pin.reason() == null ? null : PinReason.of(pin.reason());
        Cause cause = new Cause(pin.operation(), reason == null ? null : reason.kind());
        ByClass byClass = causes.computeIfAbsent(cause, key -> new ByClass());
        byClass.durations.add(pin.nanos());
        if (reason != null && !reason.className().isEmpty()) {
            byClass.classes
                    .computeIfAbsent(reason.className(), key -> new Durations())
                    .add(pin.nanos());
        }
        Known place = place(pin.stack());
        place.stack.add(pin.nanos());
        place.site.durations.add(pin.nanos());
        place.site.causes.merge(cause, 1L, Long::sum);
        ThreadRef thread = pin.thread();
        if (thread != null) {
            place.site.threads.add(subject, thread.javaThreadId());
        }
    }

    private Known place(StackTrace stack) {
        Known place = known.get(stack);
        if (place == null) {
            if (known.size() >= MOST_CACHED) {
                known.clear();
            }
            Site site = sites.computeIfAbsent(Frames.site(stack), key -> new Site());
            place = new Known(site, site.stacks.computeIfAbsent(Frames.labels(stack), key -> new Durations()));
            known.put(stack, place);
        }
        return place;
    }

    /**
     * Whether the JVM pins its own threads: from JDK 24 on its pollers wait for the initialization of a class of theirs.
     */
    private static boolean isJvmOwn(Pin pin) {
        ThreadRef thread = pin.thread();
        String reason = pin.reason();
        return (thread != null && isPoller(thread.name()))
                || (reason != null && reason.startsWith("Waited for initialization of sun.nio.ch.Poller"));
    }

    private static boolean isPoller(String thread) {
        String prefix = "SubPoller-";
        return thread.startsWith(prefix)
                && thread.length() > prefix.length()
                && thread.chars().skip(prefix.length()).allMatch(Character::isDigit);
    }

    /** Adds all of the other, which is not used again. */
    void addAll(PinGroups other) {
        jvmOwn.addAll(other.jvmOwn);
        other.sites.forEach(
                (name, site) -> sites.computeIfAbsent(name, key -> new Site()).addAll(site));
        other.causes.forEach((cause, byClass) ->
                causes.computeIfAbsent(cause, key -> new ByClass()).addAll(byClass));
    }

    private static <K> void addAll(Map<K, Durations> to, Map<K, Durations> from) {
        from.forEach((key, durations) ->
                to.computeIfAbsent(key, absent -> new Durations()).addAll(durations));
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
