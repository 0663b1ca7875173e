package dev.loomweight.agent;

import dev.loomweight.capture.DataException;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the agent has in addition to its capture, such as folds, metrics and the MBean: where one cannot be had, that costs a
 * line on standard error, and everything else goes on.
 */
final class Extra {

    private Extra() {}

    /** The beginning of one, or what it does until the application ends. */
    @FunctionalInterface
    interface Start {

        /** May throw anything. */
        void run() throws Exception;
    }

    /**
     * Begins one.
     *
     * @param what its name, after the word "no"
     */
    static void start(String what, Start start) {
        of(what, () -> {
            try {
                start.run();
            } catch (DataException e) {
                throw e;
            } catch (Exception e) {
                throw new Failed(e);
            }
            return null;
        });
    }

    /**
     * Makes one.
     *
     * @param what its name, after the word "no"
     * @return null if it cannot be had
     */
    static <T> @Nullable T of(String what, Supplier<@Nullable T> make) {
        try {
            return make.get();
        } catch (DataException e) {
            missing(what, String.valueOf(e.getMessage()));
        } catch (Failed e) {
            missing(what, String.valueOf(e.getCause()));
        } catch (Throwable e) {
            // A class of a module that this runtime does not have, among others.
            missing(what, e.toString());
        }
        return null;
    }

    /**
     * Runs one on a thread of its own.
     *
     * @param what it does, after the word "stopped"
     * @param ended at 0 when the application is ending: what fails then is not said
     */
    static void loop(String thread, String what, CountDownLatch ended, Start loop) {
        Thread.ofPlatform().daemon().name(thread).start(() -> {
            try {
                loop.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Throwable e) {
                if (ended.getCount() > 0) {
                    Agent.warn("stopped " + what + " (" + e + ")");
                }
            }
        });
    }

    /** Says that one is missing. */
    static void missing(String what, String why) {
        Agent.warn("no " + what + ": " + why + "; the agent runs without");
    }

    private static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Failed(Exception cause) {
            super(cause);
        }
    }
}
