package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;
import dev.loomweight.samples.gallery.Virtual.Running;
import dev.loomweight.samples.gallery.Virtual.Task;
import java.util.concurrent.CountDownLatch;

/**
 * Virtual threads that touch a class while a platform thread initializes it. They wait inside the JVM and keep their
 * carriers meanwhile. Until JDK 23, JFR tells it only by jdk.JavaMonitorWait whose innermost frame is not Object.wait
 * but the method that touched the class; from 24 on it is a pin, with the class in its reason. Touch the class before
 * the load arrives.
 */
public final class OtherClassInitialization implements Exhibit {

    /** What the initializers wait for, one after the other: begun, and then allowed to end. */
    private static volatile Gate gate = new Gate();

    @Override
    public void run() throws Exception {
        show("touchRates", OtherClassInitialization::touchRates);
        show("touchTaxes", OtherClassInitialization::touchTaxes);
        show("touchCoupons", OtherClassInitialization::touchCoupons);
    }

    private static void show(String method, Task touch) throws Exception {
        gate = new Gate();
        Running first = Virtual.start(Thread.ofPlatform().name("first"), touch);
        Virtual.await(gate.begun);
        Running second = Virtual.start("second", touch);
        Virtual.awaitIn(second.thread(), method);
        Blocking.sleep(37);
        gate.end.countDown();
        first.join();
        second.join();
    }

    private static void touchRates() {
        Rates.touch();
    }

    private static void touchTaxes() {
        Taxes.touch();
    }

    private static void touchCoupons() {
        Coupons.touch();
    }

    private record Gate(CountDownLatch begun, CountDownLatch end) {

        Gate() {
            this(new CountDownLatch(1), new CountDownLatch(1));
        }

        void pass() {
            begun.countDown();
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException("nobody interrupts an exhibit", e);
            }
        }
    }

    private static final class Rates {
        static {
            gate.pass();
        }

        static void touch() {
            // The call alone initializes the class.
        }
    }

    private static final class Taxes {
        static {
            gate.pass();
        }

        static void touch() {
            // As above.
        }
    }

    private static final class Coupons {
        static {
            gate.pass();
        }

        static void touch() {
            // As above.
        }
    }
}
