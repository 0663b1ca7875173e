package dev.loomweight.diagnosis;

import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.Holders;
import dev.loomweight.bytecode.LineHolders;
import dev.loomweight.bytecode.LineMonitors;
import dev.loomweight.sample.DumpedThread;
import dev.loomweight.sample.Frame;
import java.util.ArrayList;
import java.util.List;

/**
 * What class files and lines show of the threads of a dump that the dump itself does not: the monitors that each frame may
 * hold, and in which class loaders a thread loads. Safe for threads.
 */
public final class DumpedMonitors {

    private final LineHolders holders;
    private final ClassFileLocks locks;

    /**
     * A thread that loads a class through a class loader, and so holds the lock of that name or, in a loader that is not
     * parallel-capable, the loader.
     *
     * @param depth the frame of the loader that was called first, 0 for the innermost
     * @param loader the class of the loader, in Java's notation
     */
    public record Loading(int depth, String loader) {}

    /** By the class files of that code. */
    public DumpedMonitors(Code code) {
        holders = new LineHolders(code);
        locks = new ClassFileLocks(code, new Holders(code));
    }

    /** The candidates for the monitors that a thread holds, enters or waits on. */
    public LineMonitors of(DumpedThread thread) {
        return holders.of(thread.frames());
    }

    /**
     * The class loaders that a thread loads through, the innermost first; one entry for a loader with its superclasses' frames
     * together.
     */
    public List<Loading> loading(DumpedThread thread) {
        List<Loading> loading = new ArrayList<>();
        List<Frame> frames = thread.frames();
        for (int i = 0; i < frames.size(); i++) {
            Frame frame = frames.get(i);
            boolean last = i + 1 == frames.size() || !isLoading(frames.get(i + 1));
            if (isLoading(frame) && last) {
                loading.add(new Loading(i, frame.className()));
            }
        }
        return loading;
    }

    private boolean isLoading(Frame frame) {
        return frame.methodName().startsWith("loadClass") && locks.isLoader(frame.className());
    }
}
