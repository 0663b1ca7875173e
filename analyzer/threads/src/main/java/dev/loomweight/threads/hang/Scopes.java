package dev.loomweight.threads.hang;

import dev.loomweight.sample.Dumps.ContainerOwners;
import dev.loomweight.sample.Dumps.ContainerOwners.OwnedContainer;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Structured concurrency: whose subtasks a thread waits for in {@code join}. JSON dumps list the threads of a scope that have
 * not ended, and who owns it.
 */
final class Scopes {

    private static final String FLOCK = "jdk.internal.misc.ThreadFlock";

    private final Map<Long, Set<String>> byOwner = new HashMap<>();
    private final Map<String, List<Integer>> subtasks = new HashMap<>();

    /**
     * The subtasks that a thread waits for.
     *
     * @param container the scope, as the dump has it
     * @param parties the places of those that have not ended
     * @param only whether the thread has no other scope with such threads: otherwise it may wait for these, the innermost
     */
    record Joined(String container, List<Integer> parties, boolean only) {}

    /**
     * The scopes of a moment.
     *
     * @param owners of all dumps of the process: a scope keeps its owner
     */
    Scopes(List<ContainerOwners> owners, List<Party> parties) {
        for (ContainerOwners of : owners) {
            for (OwnedContainer owned : of.containers()) {
                byOwner.computeIfAbsent(owned.owner(), unused -> new LinkedHashSet<>())
                        .add(owned.container());
            }
        }
        for (Party party : byOwner.isEmpty() ? List.<Party>of() : parties) {
            String container = party.thread().container();
            if (!container.isEmpty()) {
                subtasks.computeIfAbsent(container, unused -> new ArrayList<>()).add(party.index());
            }
        }
    }

    /** What a thread waits for that is in {@code join}, or null where it is not, or no dump lists its subtasks. */
    @Nullable
    Joined of(Party party) {
        DumpedThread thread = party.thread();
        List<Frame> frames = thread.frames();
        int at = party.waiting().frame();
        if (at >= frames.size() || !frames.get(at).className().equals(FLOCK)) {
            return null;
        }
        List<String> open = byOwner.getOrDefault(thread.id(), Set.of()).stream()
                .filter(subtasks::containsKey)
                .toList();
        return open.isEmpty()
                ? null
                : new Joined(open.getLast(), subtasks.getOrDefault(open.getLast(), List.of()), open.size() == 1);
    }

    /** What a scope is called in sentences: its name where it has one, otherwise its class and its identity. */
    static String name(String container) {
        int slash = container.indexOf('/');
        return slash > 0 ? container.substring(0, slash) : HangWords.simple(container);
    }
}
