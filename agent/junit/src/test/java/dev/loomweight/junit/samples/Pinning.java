package dev.loomweight.junit.samples;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Pins by parking in a static initializer, on a virtual thread. */
final class Pinning {

    private static final int MILLIS = 30;

    private Pinning() {}

    static void byInitializing(Class<?> type) throws InterruptedException {
        Thread thread = Thread.ofVirtual().start(() -> {
            try {
                Class.forName(type.getName(), true, type.getClassLoader());
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.join();
    }

    /** Waits for what never comes, which parks for the time, however slow the machine is. */
    private static boolean park() {
        try {
            return new CountDownLatch(1).await(MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static final class First {
        static final boolean PARKED = park();
    }

    static final class Second {
        static final boolean PARKED = park();
    }

    static final class Third {
        static final boolean PARKED = park();
    }

    static final class Fourth {
        static final boolean PARKED = park();
    }

    static final class Fifth {
        static final boolean PARKED = park();
    }

    static final class Sixth {
        static final boolean PARKED = park();
    }

    static final class Seventh {
        static final boolean PARKED = park();
    }

    static final class Eighth {
        static final boolean PARKED = park();
    }

    static final class Ninth {
        static final boolean PARKED = park();
    }
}
