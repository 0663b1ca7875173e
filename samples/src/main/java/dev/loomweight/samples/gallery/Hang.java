package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import dev.loomweight.samples.gallery.Virtual.Running;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/**
 * Eight virtual threads that are pinned now, and stay so until a line comes on standard input, or its end. JFR writes a
 * pin when it ends, so a recording of a JVM that hangs shows none of them. Take a thread dump:
 * {@code jcmd PID Thread.dump_to_file -format=json FILE}. Three hold a monitor, until JDK 23, five a native frame, on
 * every JDK.
 */
public final class Hang implements Exhibit {

    private final CountDownLatch told = new CountDownLatch(1);

    @Override
    public void run() throws Exception {
        // Loads the classes, so that no two threads meet over that.
        StackWalker.getInstance().walk(Stream::count);
        List<Running> all = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            all.add(pinned("holding", new Till()::pay));
        }
        for (int i = 0; i < 5; i++) {
            all.add(pinned("calling", this::look));
        }
        System.out.println("hang: pinned until a line comes on standard input");
        while (System.in.read() > '\n') {
            // The rest of the line.
        }
        told.countDown();
        for (Running each : all) {
            each.join();
        }
    }

    private static Running pinned(String name, Virtual.Task task) {
        Running running = Virtual.start(name, task);
        Virtual.awaitBlocked(running.thread());
        return running;
    }

    private final class Till {

        synchronized void pay() throws InterruptedException {
            told.await();
        }
    }

    private void look() {
        StackWalker.getInstance().walk(this::think);
    }

    private long think(Stream<StackWalker.StackFrame> frames) {
        try {
            told.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts an exhibit", e);
        }
        return frames.count();
    }
}
