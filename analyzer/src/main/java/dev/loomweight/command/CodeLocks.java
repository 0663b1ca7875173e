package dev.loomweight.command;

import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.LineHolders;
import dev.loomweight.bytecode.LineMonitors;
import dev.loomweight.bytecode.LineMonitors.LineMonitor;
import dev.loomweight.jvm.ThreadWait;
import dev.loomweight.kernel.diagnosis.ClassInitializations;
import dev.loomweight.kernel.diagnosis.Owners;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.sample.Dumps.DumpedThread;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import dev.loomweight.threads.judge.FrameLocks;
import java.util.List;

/** What class files show of the frames of dumps, for those who ask who waits for whom. Safe for threads. */
final class CodeLocks implements FrameLocks {

    private final LineHolders holders;
    private final ClassInitializations classes;

    private final Owners owners;

    /**
     * By class files, of which there may be none.
     *
     * @param own prefixes of the application's own classes; may be empty
     * @param faults which libraries are known by name
     */
    CodeLocks(Code code, List<String> own, KnownFaults faults) {
        owners = new Owners(code, own, faults);
        holders = new LineHolders(code);
        classes = new ClassInitializations(code);
    }

    @Override
    public Known of(List<Frame> frames) {
        LineMonitors monitors = holders.of(frames);
        return new Known(
                monitors.held().stream()
                        .map(held -> new MayHold(held.depth(), named(held), held.certain()))
                        .toList(),
                monitors.entering().stream().map(CodeLocks::named).toList());
    }

    @Override
    public List<Initialization> initializations(List<DumpedThread> threads) {
        return classes.of(threads).waits().stream()
                .map(wait -> new Initialization(
                        wait.thread(),
                        wait.className(),
                        wait.owner().thread(),
                        wait.owner().depth(),
                        wait.owner().certain()))
                .toList();
    }

    @Override
    public ThreadWait.Limit limit(List<Frame> frames, int from) {
        return holders.limit(frames, from);
    }

    @Override
    public int placeIn(List<Frame> frames, int from) {
        synchronized (owners) {
            return owners.placeIn(new StackTrace(frames, false), from);
        }
    }

    @Override
    public boolean hasOwn(List<Frame> frames) {
        if (frames.isEmpty()) {
            return false;
        }
        synchronized (owners) {
            return owners.mayBeOwn(new StackTrace(frames, false));
        }
    }

    private static Named named(LineMonitor monitor) {
        return new Named(monitor.object(), monitor.one());
    }
}
