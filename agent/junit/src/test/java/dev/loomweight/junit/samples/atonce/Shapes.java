package dev.loomweight.junit.samples.atonce;

import dev.loomweight.junit.ExpectPins;
import dev.loomweight.junit.NoPins;
import org.junit.jupiter.api.Test;

/** Tasks that are anything but lambdas. */
@NoPins(atMost = 0)
class Shapes {

    private static final int TESTS = 12;

    // A lambda that the constructor makes, not a test.
    @SuppressWarnings("UnnecessaryLambda")
    private final Runnable quietTask = () -> Till.look();

    private static void start(Runnable task) throws InterruptedException {
        Thread.ofVirtual().start(task).join();
    }

    private static void pay() {
        Till.pay();
    }

    private void look() {
        Till.look();
    }

    private void pinOnAThread() throws InterruptedException {
        Thread.ofVirtual().start(() -> Till.pay()).join();
    }

    /** A task that more than one test makes. */
    private static final class Buyer implements Runnable {

        @Override
        public void run() {
            Till.pay();
        }
    }

    @Test
    void pinsInAnAnonymousClass() throws Exception {
        Meeting.of(
                Shapes.class,
                TESTS,
                () -> start(new Runnable() {
                    @Override
                    public void run() {
                        Till.pay();
                    }
                }));
    }

    @Test
    void pinsInALocalClass() throws Exception {
        final class Task implements Runnable {
            @Override
            public void run() {
                Till.pay();
            }
        }
        Meeting.of(Shapes.class, TESTS, () -> start(new Task()));
    }

    @Test
    void pinsInAMemberClass() throws Exception {
        Meeting.of(Shapes.class, TESTS, () -> start(new Buyer()));
    }

    @Test
    void pinsByAMethodReference() throws Exception {
        Meeting.of(Shapes.class, TESTS, () -> start(Shapes::pay));
    }

    @Test
    void pinsByAMethodReferenceToOtherCode() throws Exception {
        Meeting.of(
                Shapes.class, TESTS, () -> Thread.ofVirtual().start(Till::pay).join());
    }

    @Test
    void pinsInAHelper() throws Exception {
        Meeting.of(Shapes.class, TESTS, this::pinOnAThread);
    }

    @Test
    void pinsInAnObjectOfALambda() throws Exception {
        Meeting.of(
                Shapes.class,
                TESTS,
                () -> start(() -> {
                    new Object() {
                        void pay() {
                            Till.pay();
                        }
                    }.pay();
                }));
    }

    @Test
    void quietByAMethodReference() throws Exception {
        Meeting.of(Shapes.class, TESTS, () -> start(this::look));
    }

    @Test
    void quietInAnAnonymousClass() throws Exception {
        Meeting.of(
                Shapes.class,
                TESTS,
                () -> start(new Runnable() {
                    @Override
                    public void run() {
                        Till.look();
                    }
                }));
    }

    @Test
    void quietInAFieldsTask() throws Exception {
        Meeting.of(Shapes.class, TESTS, () -> start(quietTask));
    }

    @ExpectPins
    @Test
    void expectedInAnAnonymousClass() throws Exception {
        Meeting.of(Shapes.class, TESTS, () -> {
            Thread thread = Thread.ofVirtual().start(new Runnable() {
                @Override
                public void run() {
                    Till.pay();
                }
            });
            thread.join();
        });
    }

    @ExpectPins
    @Test
    void vainlyExpected() throws Exception {
        Meeting.of(Shapes.class, TESTS, () -> start(this::look));
    }
}
