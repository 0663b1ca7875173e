package dev.loomweight.threads.hang;

import dev.loomweight.jvm.ThreadState;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.kernel.faults.Build;
import dev.loomweight.report.Amounts;
import dev.loomweight.sample.Dumps.DumpedThreads.Kind;
import dev.loomweight.sample.Dumps.LockOwners;
import dev.loomweight.sample.Frame;
import dev.loomweight.threads.judge.Motion;
import dev.loomweight.threads.judge.Party;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Verdicts and their limits in words. */
final class HangSentences {

    private static final int MAX_LINKS = 6;
    private static final int MAX_NAMES = 3;

    /** What to ask where threads do not hang. */
    static final String NEXT =
            "What threads wait for, and for how long, \"loomweight waits\" shows; where the time of the"
                    + " carriers goes, \"loomweight carriers\".";

    private HangSentences() {}

    /** A verdict in one sentence. */
    static String of(HangVerdict verdict, HangResult result) {
        return switch (verdict) {
            case HangVerdict.Deadlock deadlock -> deadlock(deadlock, result);
            case HangVerdict.CarriersExhausted exhausted -> CarrierWords.exhausted(exhausted, result);
            case HangVerdict.CarriersKept kept -> CarrierWords.kept(kept, result);
            case HangVerdict.Overlooked overlooked -> CarrierWords.overlooked(overlooked, result);
            case HangVerdict.LostOwner lost -> lost(lost);
            case HangVerdict.LostWakeup lost -> lost(lost, result);
            case HangVerdict.FullPool pool -> fullPool(pool, result);
            case HangVerdict.PoolExhausted pool -> PoolSentences.of(pool, result);
            case HangVerdict.Held held -> held(held, result);
            case HangVerdict.OwnerUnknown unknown -> ownerUnknown(unknown, result);
            case HangVerdict.Unanswered signal -> SignalSentences.of(signal, result);
        };
    }

    private static String deadlock(HangVerdict.Deadlock deadlock, HangResult result) {
        int size = deadlock.cycle().size();
        // A process can have several, whose threads may be called alike.
        String threads = size + " threads (" + names(deadlock.parties(), HangSentences::nameAndId) + ") ";
        // Looked at one after another, threads that run can seem to wait for each other.
        String word = deadlock.seen() ? "Deadlock" : "Perhaps a deadlock";
        String what = size == 1
                ? word + ": " + HangWords.thread(deadlock.parties().getFirst())
                        + " waits to write for a lock that it holds for reading"
                : deadlock.certain()
                        ? word + ": " + threads + "wait for each other in a circle"
                        : deadlock.open() && deadlock.cycle().stream().allMatch(HangVerdict.Link::fact)
                                ? "Deadlock unless another subtask ends the scope: " + threads
                                        + "wait for each other in a circle"
                                : "Deadlock, as far as " + sources(deadlock) + " show: " + threads
                                        + "may wait for each other in a circle";
        long more = deadlock.waiting() - size;
        String victims = more == 0
                ? ""
                : "; " + Amounts.count(more, "more thread waits", "more threads wait") + " for "
                        + (size == 1 ? "it" : "them");
        String until = deadlock.isTimed()
                ? ", until the wait of "
                        + names(deadlock.parties().stream()
                                .filter(party -> party.waiting().timed())
                                .toList())
                        + " times out"
                : "";
        String doubt = deadlock.seen() || !deadlock.certain()
                ? ""
                : "; the threads were looked at one after another, so that they may have run in between";
        return what + until + in(deadlock.seenIn(), result) + victims + doubt + ".";
    }

    private static String sources(HangVerdict.Deadlock deadlock) {
        return deadlock.cycle().stream()
                .filter(link -> !link.fact())
                .map(link -> link.holder().source().isFact()
                        ? Resource.Source.CLASS_FILES.words()
                        : link.holder().source().words())
                .distinct()
                .collect(Collectors.joining(" and "));
    }

    static String in(int dumps, HangResult result) {
        return result.moments() == 1
                ? ""
                : dumps == result.moments()
                        ? ", the same in " + all(dumps)
                        : ", in " + dumps + " of " + result.moments() + " dumps";
    }

    /** The line that used the class which a thread initializes, for who can use it earlier; nothing of other threads. */
    private static String user(Party party) {
        List<Frame> frames = party.thread().frames();
        int initializer = 0;
        while (initializer < frames.size() && !isInitializer(frames.get(initializer))) {
            initializer++;
        }
        return frames.stream()
                .skip(initializer)
                .filter(frame -> !isInitializer(frame) && !frame.isJdk())
                .findFirst()
                .map(frame -> ", to which it came from " + HangWords.shortFrame(frame) + ",")
                .orElse("");
    }

    private static boolean isInitializer(Frame frame) {
        return frame.methodName().equals(WaitGraph.CLINIT);
    }

    /** The circle, a sentence for each thread. */
    private static List<String> links(HangVerdict.Deadlock deadlock, WaitGraph graph) {
        List<String> lines = new ArrayList<>();
        for (HangVerdict.Link link : deadlock.cycle().stream().limit(MAX_LINKS).toList()) {
            Party holder = graph.party(link.holder().thread());
            String at = link.holder().depth() < 0
                    ? ""
                    : (link.holder().source().isFact() ? ", which holds it in " : ", which may hold it in ")
                            + HangWords.shortFrame(holder, link.holder().depth());
            String waits = HangWords.thread(link.waiter()) + " waits "
                    + HangWords.at(HangWords.shortSite(link.waiter())) + user(link.waiter()) + " for ";
            lines.add(
                    switch (link.resource().kind()) {
                        case JOIN -> waits + "the end of " + HangWords.thread(holder) + ".";
                        case TASK ->
                            waits
                                    + HangWords.shortResource(link.resource())
                                    + (link.resource().isScope()
                                            ? ", of which " + HangWords.thread(holder) + " has not ended."
                                            : ", run by " + HangWords.thread(holder) + ".");
                        default ->
                            waits
                                    + HangWords.shortResource(link.resource())
                                    + (holder.index() == link.waiter().index()
                                            ? ", which it holds itself."
                                            : (link.fact() ? ", held by " : ", which may be held by ")
                                                    + HangWords.thread(holder) + at + ".");
                    });
        }
        int more = deadlock.cycle().size() - MAX_LINKS;
        if (more > 0) {
            lines.add("And so on, through " + Amounts.count(more, "more thread") + " back to the first.");
        }
        return lines;
    }

    static String all(int dumps) {
        return dumps == 2 ? "both dumps" : "all " + dumps + " dumps";
    }

    /** What a verdict consists of, a sentence each; nothing where the verdict says it all. */
    static List<String> details(HangVerdict verdict, HangResult result) {
        WaitGraph graph = result.last();
        if (verdict instanceof HangVerdict.Deadlock deadlock) {
            return links(deadlock, graph);
        }
        List<String> lines = new ArrayList<>();
        if (verdict instanceof HangVerdict.LostOwner lost) {
            lines.add(others(lost.waiters(), lost.waiting()));
        } else if (verdict instanceof HangVerdict.FullPool pool && pool.isHang()) {
            lines.add(
                    "The tasks that " + names(pool.workers()) + (pool.workers().size() == 1 ? " waits" : " wait")
                            + " for are in the queue of the same pool, or nobody" + " has submitted them.");
        } else if (verdict instanceof HangVerdict.Held held) {
            String in = held.holding().depth() < 0
                    ? ""
                    : " in "
                            + HangWords.shortFrame(held.holder(), held.holding().depth());
            lines.add(others(held.waiters(), held.waiting()).replaceFirst("\\.$", "") + " for "
                    + HangWords.shortResource(held.resource()) + loader(held) + ", held" + in + ".");
        } else if (verdict instanceof HangVerdict.OwnerUnknown unknown) {
            boolean monitor = unknown.resource().kind() == WaitKind.MONITOR;
            String holds = unknown.resource().holds();
            lines.add(
                    !holds.isEmpty()
                            ? sentence(HangWords.shortResource(unknown.resource())) + " is " + holds + "."
                            : unknown.suspects().isEmpty()
                                    ? "Whoever owns " + HangWords.shortResource(unknown.resource())
                                            + " has ended without releasing it, or waits itself; "
                                            + (monitor
                                                    ? "class files narrow it down (--classpath)."
                                                    : result.hasOwners()
                                                            ? "the owners that were read name none."
                                                            : "a heap dump shows who.")
                                    : ifSuspected(unknown)
                                            + (result.hasOwners() ? "." : "; a heap dump shows who does."));
        }
        if (verdict instanceof HangVerdict.PoolExhausted pool) {
            lines.addAll(PoolSentences.details(pool));
        }
        if (verdict instanceof HangVerdict.CarriersExhausted exhausted) {
            lines.addAll(
                    CarrierWords.lines(exhausted.mounted(), !exhausted.own().isEmpty(), graph));
        } else if (verdict instanceof HangVerdict.Overlooked) {
            lines.addAll(CarrierWords.lines(
                    graph.parties().stream().filter(Party::mounted).toList(), false, graph));
        }
        return lines;
    }

    /** That a lock is free, and why no thread takes it where that is known; nothing of another. */
    static String free(Resource resource, WaitGraph graph) {
        Integer next = resource.next();
        return !resource.isFree()
                ? ""
                : next == null
                        ? ", which no thread owned when its owner was read,"
                        : ", which is free, since " + HangWords.thread(graph.party(next))
                                + " has been woken to take it and has no carrier,";
    }

    private static String lost(HangVerdict.LostOwner lost) {
        LockOwners.Owner owner = lost.owner();
        String name = owner == null || owner.name().isEmpty()
                ? "thread #" + lost.ownerId()
                : "\"" + owner.name() + "\" (#" + lost.ownerId() + ")";
        return "Lost owner: " + HangWords.shortResource(lost.resource()) + " is held by " + name
                + ", which has ended and will never release it; " + waiters(lost.waiters()) + at(lost.waiters()) + ".";
    }

    private static String lost(HangVerdict.LostWakeup lost, HangResult result) {
        Resource first = lost.resources().getFirst();
        boolean one = lost.resources().size() == 1;
        String what = switch (first.kind()) {
            case MONITOR -> one ? "which no thread holds" : "none of which a thread holds";
            case LOCK -> one ? "which no thread owns" : "none of which a thread owns";
            case SEMAPHORE ->
                one ? "which has " + Amounts.count(permits(first), "permit") : "all of which have permits";
            case TASK -> one ? "which is there" : "which are there";
            default -> one ? "whose count is 0" : "whose counts are 0";
        };
        String who = waiters(lost.waiters()) + " for "
                + (one ? HangWords.shortResource(first) : first.kind().words() + " each") + ", " + what + ","
                + at(lost.waiters()) + in(result.moments(), result);
        return lost.isHang()
                ? "Lost wake-up: " + who + "; the JDK has not woken "
                        + (lost.waiters().size() == 1 ? "it" : "them") + "."
                : "Perhaps a lost wake-up: " + who + "; "
                        + (first.isLockOfHeap()
                                ? "another thread may have owned it in between."
                                : "it may be ready, and wait for a carrier.");
    }

    private static long permits(Resource resource) {
        LockOwners.Owned owned = resource.owned();
        return owned == null ? 0 : owned.permits();
    }

    private static String fullPool(HangVerdict.FullPool pool, HangResult result) {
        int size = pool.workers().size();
        String who = size == 1
                ? "its only thread (" + names(pool.workers()) + ") waits"
                : "all its " + size + " threads (" + names(pool.workers()) + ") wait";
        return (pool.isHang() ? "A full pool waits for its own tasks: " : "A full pool may wait for its own tasks: ")
                + who + " for results of tasks" + at(pool.workers())
                + (pool.motion() == Motion.UNDECIDED ? "" : ", and no thread runs a task")
                + in(result.moments(), result) + " (pool " + pool.pool() + ")"
                + (pool.motion() == Motion.UNDECIDED ? "; if the pool is to compute these results, it cannot." : ".");
    }

    private static String held(HangVerdict.Held held, HangResult result) {
        String what = held.isOfClasses()
                ? held.resource().kind() == WaitKind.LOADER ? "A class loader waits: " : "A class initializer waits: "
                : "One lock, many waiters: ";
        String owns = held.holding().source().isFact() ? " holds " : " may hold ";
        Resource next = held.holderWaitsFor();
        String does = next == null ? held.holder().doing() : "waits for " + HangWords.shortResource(next);
        String motion = switch (held.motion()) {
            case STUCK -> ", the same in " + all(result.moments());
            case RUNS ->
                held.holder().state() == ThreadState.MAY_WAIT
                        ? ", the same in " + all(result.moments())
                        : "; it runs, as far as the dumps show";
            case OUTSIDE -> "; that ends by itself or from outside";
            case MOVING -> "; this changes from dump to dump";
            case UNDECIDED ->
                ", the same in " + all(result.moments())
                        + (held.holder().inNative() ? "" : "; whether that wait ends after a time is not known");
            default -> "";
        };
        return what + HangWords.thread(held.holder()) + owns + HangWords.shortResource(held.resource()) + " and " + does
                + " " + HangWords.at(HangWords.shortSite(held.holder())) + motion + ".";
    }

    private static String ownerUnknown(HangVerdict.OwnerUnknown unknown, HangResult result) {
        Resource resource = unknown.resource();
        String who = waiters(unknown.waiters()) + " for " + HangWords.shortResource(resource)
                + free(resource, result.last()) + at(unknown.waiters());
        if (resource.isFree()) {
            return sentence(who)
                    + switch (unknown.motion()) {
                        case MOVING -> "; this changes from dump to dump.";
                        default -> in(result.moments(), result) + ".";
                    };
        }
        if (unknown.motion() == Motion.UNDECIDED && resource.readHolds() > 0) {
            return sentence(who) + in(result.moments(), result) + "; it is " + resource.holds() + ".";
        }
        return switch (unknown.motion()) {
            case STUCK ->
                "A lock that is not released: " + who + in(result.moments(), result)
                        + "; its owner is in no dump, and no thread runs that could release it.";
            case UNDECIDED ->
                sentence(who) + in(result.moments(), result) + "; its owner is in no dump, and may be "
                        + (unknown.inside() > 1
                                ? "one of " + Amounts.count(unknown.inside(), "thread")
                                        + " in the method in which it is waited for (" + names(unknown.someOfThem())
                                        + (unknown.inside()
                                                        > unknown.someOfThem().size()
                                                ? ", ..."
                                                : "") + ")."
                                : unknown.mayOwn() == 0 && unknown.inside() == 0
                                        ? "a virtual thread, which Thread.print shows on a carrier only."
                                        : unknown.inside() == 1
                                                ? names(unknown.someOfThem().subList(0, 1)) + ", which "
                                                        + unknown.someOfThem()
                                                                .getFirst()
                                                                .doing()
                                                        + " in the method in which it is waited for."
                                                : unknown.mayOwn() == 1
                                                        ? names(unknown.someOfThem()) + ", which "
                                                                + unknown.someOfThem()
                                                                        .getFirst()
                                                                        .doing() + "."
                                                        : "one of " + Amounts.count(unknown.mayOwn(), "thread")
                                                                + " that run, sleep, or wait for input or work, such as "
                                                                + names(unknown.someOfThem()
                                                                        .subList(0, 1)) + ".")
                        + (unknown.suspects().isEmpty() ? "" : " " + ifSuspected(unknown) + ".");
            case ONE_DUMP ->
                sentence(who) + "; its owner is not in the dump."
                        + (unknown.suspects().isEmpty() ? "" : " " + ifSuspected(unknown) + ".");
            default -> sentence(who) + "; this changes from dump to dump.";
        };
    }

    private static String ifSuspected(HangVerdict.OwnerUnknown unknown) {
        boolean one = unknown.suspects().size() == 1;
        return (one ? "If " : "If one of ") + names(unknown.suspects()) + ", which in turn " + (one ? "waits" : "wait")
                + " for those who wait for " + HangWords.shortResource(unknown.resource())
                + ", owns it, this is a deadlock";
    }

    /** Of a loader's lock that no dump names: what its holder has locked where it loads. */
    private static String loader(HangVerdict.Held held) {
        return held.resource().lock() != null
                ? ""
                : held.holder().thread().locks().monitors().stream()
                        .filter(monitor -> monitor.depth() == held.holding().depth())
                        .map(monitor -> ", probably "
                                + HangWords.simple(monitor.monitor().className()) + "@"
                                + monitor.monitor().identity())
                        .findFirst()
                        .orElse("");
    }

    private static String others(List<Party> waiters, long waiting) {
        long more = waiting - waiters.size();
        return sentence(waiters(waiters)) + at(waiters)
                + (more == 0 ? "" : ", and " + Amounts.count(more, "more thread") + " for these") + ".";
    }

    static String sentence(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    static String waiters(List<Party> waiters) {
        return Amounts.count(waiters.size(), "thread") + " (" + names(waiters) + ") "
                + (waiters.size() == 1 ? "waits" : "wait");
    }

    static String names(List<Party> parties) {
        return names(parties, HangSentences::name);
    }

    private static String names(List<Party> parties, Function<Party, String> name) {
        String names = parties.stream().limit(MAX_NAMES).map(name).collect(Collectors.joining(", "));
        return parties.size() > MAX_NAMES ? names + ", ..." : names;
    }

    private static String name(Party party) {
        String name = party.thread().name();
        return name.isEmpty() ? "#" + party.id() : "\"" + name + "\"";
    }

    private static String nameAndId(Party party) {
        return party.thread().name().isEmpty() ? name(party) : name(party) + " #" + party.id();
    }

    static String at(List<Party> parties) {
        List<String> sites =
                parties.stream().map(HangWords::shortSite).distinct().limit(2).toList();
        return " " + HangWords.at(sites.getFirst()) + (sites.size() == 1 ? "" : " and elsewhere");
    }

    /** What is said first where there is no hang. */
    static String none(HangResult result) {
        long possible = result.verdicts().stream()
                .filter(verdict -> !(verdict instanceof HangVerdict.Unanswered))
                .count();
        if (result.isBeforeMain()) {
            return "The application has not begun: its thread \"main\" is before any Java method"
                    + in(result.moments(), result)
                    + (result.last().moment().debugged()
                            ? ", and the JVM has the agent for debuggers (jdwp). With suspend=y, the JVM waits before main until a"
                                    + " debugger has attached and lets it go on."
                            : ".");
        }
        int threads = result.last().parties().size();
        String blind =
                result.showsMonitors() ? "" : " These dumps show no monitors: a deadlock of monitors can be missed.";
        if (result.moments() == 1) {
            return possible == 0
                    ? "No hang found in one dump of " + Amounts.count(threads, "thread")
                            + ": no thread waits for another that is known." + blind
                    : "No hang is certain from one dump of " + Amounts.count(threads, "thread")
                            + ": several, a few seconds apart, show what moves.";
        }
        Duration span = result.span();
        boolean open = result.verdicts().stream().anyMatch(HangVerdict::isOpen);
        return (open ? "No hang is certain in " : "No hang found in ")
                + result.moments() + " dumps of " + Amounts.count(threads, "thread")
                + (span == null || span.isZero() ? "" : " over " + Amounts.time(span.toNanos()))
                + "." + blind;
    }

    /** Waits for input that have not ended: if the process itself is to send it, this may be why nothing moves. */
    static List<String> forInput(HangResult result) {
        List<Party> still = result.stillForInput();
        if (still.isEmpty() || result.verdicts().stream().anyMatch(HangVerdict::isOfCarriers)) {
            return List.of();
        }
        boolean one = still.size() == 1;
        return List.of(sentence(waiters(still)) + " for input or output" + at(still) + in(result.moments(), result)
                + "; who is at the other end is in no dump. If it is this process, "
                + (one ? "that wait" : "these waits")
                + " can be the hang.");
    }

    /** Whether the dumps are of a JDK on which the agent does not run. */
    static boolean isTooOldForAgent(HangResult result) {
        long feature = Build.of(result.last().moment().runtime()).feature();
        return feature > 0 && feature < 21;
    }

    /** What could not be known, and how it could. */
    static List<String> limits(HangResult result) {
        List<String> limits = new ArrayList<>();
        if (result.moments() == 1) {
            limits.add("One dump shows no movement: a thread that waits may go on a moment later. Take several:"
                    + " loomweight hang PID, or several files.");
        }
        if (result.last().resources().stream().anyMatch(resource -> resource.kind() == WaitKind.POOL)) {
            limits.add(
                    "How many objects a pool lends, and to whom, is in no thread dump: threads that may hold one are those"
                            + " that stand further on in code in which others wait for one.");
        }
        boolean locks = result.last().resources().stream()
                .anyMatch(resource -> resource.kind() == WaitKind.LOCK && !resource.isOwnerKnown());
        if (locks && !result.hasOwners()) {
            limits.add(
                    "Thread dumps of the JDK that made these name the owners of java.util.concurrent locks only where"
                            + " platform threads own them (Thread.print -l) or wait for each other in a circle. A heap dump has all"
                            + " owners (--heap FILE)" + (isTooOldForAgent(result) ? "." : ", and so has the agent."));
        }
        if (!result.showsMonitors()) {
            limits.add(
                    "Thread.dump_to_file of JDK 21 to 24 shows no monitors, of platform threads either: who holds one and who"
                            + " waits to enter it is in Thread.print (jcmd PID Thread.print -l), for platform threads. Give both, or use"
                            + " loomweight hang PID, which takes both.");
        }
        if (result.last().parties().stream().anyMatch(party -> party.waiting().limit() == ThreadWait.Limit.UNKNOWN)) {
            limits.add(
                    "Whether Object.wait or Thread.join has a time limit is not in dumps without states: wait(0) and"
                            + " wait(1000) have the same frames. Class files show it where the argument is a constant (--classpath).");
        }
        if (!result.hasStates() && result.hasVirtual()) {
            limits.add(
                    "These dumps do not show which monitors virtual threads hold or wait for (JDK 25 and later do): a"
                            + " virtual thread that stands at a line without a call may run or wait to enter a monitor. Class files"
                            + " narrow it down (--classpath).");
        }
        if (!result.showsCarriers()) {
            limits.add(
                    "Thread.dump_to_file as text does not show which virtual threads have a carrier: one that is RUNNABLE may"
                            + " run or wait for one, and whether all carriers are held is not known. JSON of JDK 25 and later shows"
                            + " it (-format=json).");
        }
        if (!result.has(Kind.PRINT)) {
            limits.add("Without Thread.print, who waits for the initialization of a class is not shown, nor which"
                    + " java.util.concurrent locks platform threads own.");
        }
        if (result.last().moment().hidesVirtual()) {
            limits.add("Thread.print shows platform threads; virtual threads that wait off their carriers are in"
                    + " Thread.dump_to_file alone.");
        }
        return limits;
    }
}
