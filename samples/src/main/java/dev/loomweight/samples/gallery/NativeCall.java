package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import java.util.stream.Stream;

/**
 * A native method that calls back into Java, and the callback sleeps. The frame of the native method lies on the
 * carrier's own stack and cannot be moved, so the virtual thread keeps the carrier, on every JDK. StackWalker.walk is
 * such a method of the JDK itself; JNI code of a library does the same. Block outside of the callback, or call the
 * native method from a platform thread.
 */
public final class NativeCall implements Exhibit {

    @Override
    public void run() throws Exception {
        Virtual.run("walker", () -> {
            for (int i = 0; i < 17; i++) {
                look();
            }
        });
    }

    private static void look() {
        StackWalker.getInstance().walk(NativeCall::think);
    }

    private static long think(Stream<StackWalker.StackFrame> frames) {
        Blocking.sleep(37);
        return frames.count();
    }
}
