package dev.loomweight.samples.sites;

import java.util.concurrent.Semaphore;

/** Ten lines of one method at which threads wait with what they share: ten sites. */
final class Lines {

    private Lines() {}

    static void hold(int line, Semaphore gate) {
        byte[] shared = Held.shared();
        switch (line) {
            case 0 -> gate.acquireUninterruptibly();
            case 1 -> gate.acquireUninterruptibly();
            case 2 -> gate.acquireUninterruptibly();
            case 3 -> gate.acquireUninterruptibly();
            case 4 -> gate.acquireUninterruptibly();
            case 5 -> gate.acquireUninterruptibly();
            case 6 -> gate.acquireUninterruptibly();
            case 7 -> gate.acquireUninterruptibly();
            case 8 -> gate.acquireUninterruptibly();
            default -> gate.acquireUninterruptibly();
        }
        Held.use(shared);
    }
}
