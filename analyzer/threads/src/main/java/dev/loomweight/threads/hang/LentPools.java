package dev.loomweight.threads.hang;

import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.FrameLocks;
import dev.loomweight.threads.judge.Motion;
import dev.loomweight.threads.judge.Party;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Pools for whose objects threads wait. No dump says who has them. Whoever stands in a method of a waiting thread's stack,
 * at another line than the call that led to the pool, may have passed that call: such threads are the candidates.
 */
final class LentPools {

    private static final int MAX_NAMED_THREADS = 3;

    private final WaitGraph graph;
    private final Movement movement;
    private final Predicate<Party> mayGoOn;

    private record Method(String className, String name) {}

    /** @param mayGoOn whether a thread runs, or waits for what ends without other threads of the process */
    LentPools(WaitGraph graph, Movement movement, Predicate<Party> mayGoOn) {
        this.graph = graph;
        this.movement = movement;
        this.mayGoOn = mayGoOn;
    }

    /** A verdict for each pool that threads wait for, the one that most wait for first. */
    List<HangVerdict> verdicts() {
        List<HangVerdict> found = new ArrayList<>();
        for (Resource resource : graph.resources()) {
            if (resource.kind() == WaitKind.POOL) {
                found.add(verdict(resource));
            }
        }
        found.sort((one, other) -> Long.compare(other.waiting(), one.waiting()));
        return found;
    }

    private HangVerdict verdict(Resource pool) {
        Set<Integer> waiting = new HashSet<>(pool.waiters());
        List<Party> waiters = pool.waiters().stream().map(graph::party).toList();
        Map<Method, Set<Integer>> lines = lines(waiters, FrameLocks.library(pool.name()));
        List<Party> holders = new ArrayList<>();
        List<Party> others = new ArrayList<>();
        List<Party> mayReturn = new ArrayList<>();
        for (Party party : graph.parties()) {
            if (!waiting.contains(party.index()) && !party.waiting().idle()) {
                if (isInside(party, 0, lines, false)) {
                    holders.add(party);
                }
                if (graph.hasOwn(party)) {
                    others.add(party);
                    if (mayGoOn.test(party)) {
                        mayReturn.add(party);
                    }
                }
            }
        }
        List<Party> nested = waiters.stream()
                .filter(waiter -> isInside(waiter, waiter.waiting().frame() + 1, lines, true))
                .toList();
        return new HangVerdict.PoolExhausted(
                pool,
                waiters,
                nested,
                holders,
                others.stream().filter(movement::isStill).toList(),
                mayReturn.size(),
                mayReturn.stream().limit(MAX_NAMED_THREADS).toList(),
                motion(pool, waiters, mayReturn.isEmpty() && !graph.moment().hidesVirtual()));
    }

    /** The lines of the methods through which the waiting threads came to the pool, which is left out. */
    private static Map<Method, Set<Integer>> lines(List<Party> waiters, String library) {
        Map<Method, Set<Integer>> lines = new HashMap<>();
        for (Party waiter : waiters) {
            List<Frame> frames = waiter.thread().frames();
            for (Frame frame : frames.subList(Math.min(waiter.waiting().frame() + 1, frames.size()), frames.size())) {
                if (frame.line() > 0 && !frame.isJdk() && !frame.className().startsWith(library)) {
                    lines.computeIfAbsent(method(frame), unused -> new HashSet<>())
                            .add(frame.line());
                }
            }
        }
        return lines;
    }

    /** Whether a thread stands in one of these methods, at a line that has no waiting thread, or at one after such a line. */
    private static boolean isInside(Party party, int from, Map<Method, Set<Integer>> lines, boolean waits) {
        List<Frame> frames = party.thread().frames();
        for (int i = from; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            Set<Integer> calls = frame.line() <= 0 ? null : lines.get(method(frame));
            if (calls != null
                    && (waits ? calls.stream().anyMatch(line -> line < frame.line()) : !calls.contains(frame.line()))) {
                return true;
            }
        }
        return false;
    }

    private static Method method(Frame frame) {
        return new Method(frame.stableClassName(), frame.methodName());
    }

    /** Whether the pool lends nothing: some wait in all dumps, and none that waited has got anything. */
    private Motion motion(Resource pool, List<Party> waiters, boolean noneGoesOn) {
        if (movement.moments() == 1) {
            return Motion.ONE_DUMP;
        }
        boolean still = waiters.stream().anyMatch(movement::isStill);
        if (!still || movement.hasLostWaiters(pool)) {
            return Motion.MOVING;
        }
        return noneGoesOn ? Motion.STUCK : Motion.UNDECIDED;
    }
}
