package dev.loomweight.samples.gallery;

import dev.loomweight.samples.Exhibit;

/**
 * A class whose initializer sleeps, first touched on a virtual thread. The JVM itself calls the initializer, so there is
 * a frame of the JVM on the stack, and the thread keeps its carrier, on every JDK. JDK 24 and later name the class in
 * the pin's reason. Touch the class before the load arrives, or load what is slow lazily, outside of the initializer.
 */
public final class ClassInitializer implements Exhibit {

    @Override
    public void run() throws Exception {
        Virtual.run("customer", ClassInitializer::touch);
    }

    private static void touch() {
        Rates.touch();
    }

    private static final class Rates {

        static {
            for (int i = 0; i < 5; i++) {
                fetch();
            }
        }

        private static void fetch() {
            Blocking.sleep(37);
        }

        static void touch() {
            // The call alone initializes the class.
        }
    }
}
