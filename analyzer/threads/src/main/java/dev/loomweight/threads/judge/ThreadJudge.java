package dev.loomweight.threads.judge;

import dev.loomweight.jvm.ThreadFacts;
import dev.loomweight.jvm.ThreadState;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.jvm.ThreadWait.Limit;
import dev.loomweight.jvm.WaitKind;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.OverdueThreads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Decides what each thread of a moment does, by the dumps, and by what class files and looks at locks add to these. Threads
 * with one stack, of which the dump shows the same besides their names, do the same: that is decided once.
 */
public final class ThreadJudge {

    private record Done(ThreadWait waiting, ThreadState state, boolean mounted) {}

    private final OverdueThreads overdue;
    private final FrameLocks classFiles;
    private final OwnedLocks owned;
    private final IdentityHashMap<List<Frame>, Map<ThreadFacts, Done>> done = new IdentityHashMap<>();
    private final IdentityHashMap<List<Frame>, Limit> limits = new IdentityHashMap<>();

    private ThreadJudge(OverdueThreads overdue, FrameLocks classFiles, OwnedLocks owned) {
        this.overdue = overdue;
        this.classFiles = classFiles;
        this.owned = owned;
    }

    /** The threads of a dump, by what that alone shows. */
    public static List<Party> of(List<DumpedThread> threads) {
        return of(threads, FrameLocks.NONE, OwnedLocks.NONE);
    }

    /**
     * The threads of a moment.
     *
     * @param threads all of them
     * @param classFiles what their frames show by class files
     * @param owned what looks at their locks show
     */
    public static List<Party> of(List<DumpedThread> threads, FrameLocks classFiles, OwnedLocks owned) {
        ThreadJudge judge = new ThreadJudge(OverdueThreads.of(threads), classFiles, owned);
        List<Party> parties = new ArrayList<>(threads.size());
        for (DumpedThread thread : threads) {
            parties.add(judge.party(parties.size(), thread));
        }
        return parties;
    }

    private Party party(int index, DumpedThread thread) {
        Done one = done.computeIfAbsent(thread.frames(), unused -> new HashMap<>(2))
                .computeIfAbsent(thread.facts().withoutName(), facts -> {
                    ThreadWait wait = placed(thread, limited(thread, ThreadWait.of(thread.stack(), facts)));
                    return new Done(wait, ThreadState.of(thread.stack(), facts, wait), facts.isMounted(thread.stack()));
                });
        Party party = new Party(index, thread, one.waiting, one.state, one.mounted);
        if (owned.isForLock(party)) {
            party = party.waiting(one.waiting.forLock());
        }
        return owned.hasWoken(party) || overdue.contains(thread) ? party.woken() : party;
    }

    /** Class files show whether a wait has a limit where its frames do not. */
    private ThreadWait limited(DumpedThread thread, ThreadWait wait) {
        if (wait.limit() != Limit.UNKNOWN) {
            return wait;
        }
        return wait.until(limits.computeIfAbsent(thread.frames(), frames -> {
            int caller = ThreadWait.callerOfWait(thread.stack());
            return caller == 0 ? wait.limit() : classFiles.limit(frames, caller);
        }));
    }

    /** Where a library lends, people look at who borrows; where it waits for a result, at who wants it. */
    private ThreadWait placed(DumpedThread thread, ThreadWait wait) {
        boolean ofLibrary = wait.kind() == WaitKind.POOL
                || (wait.kind() == WaitKind.TASK && !thread.stack().isJdk(wait.frame()));
        return ofLibrary ? wait.at(classFiles.placeIn(thread.frames(), wait.frame())) : wait;
    }
}
