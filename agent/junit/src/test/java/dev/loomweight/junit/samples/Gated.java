package dev.loomweight.junit.samples;

import dev.loomweight.junit.AllowPins;
import dev.loomweight.junit.ExpectPins;
import dev.loomweight.junit.NoPins;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests that pin, by class initialization, which pins on every JDK, and tests that do not. */
@NoPins(includeClassLoading = true)
class Gated {

    @Test
    void quiet() {}

    @Test
    void pins() throws InterruptedException {
        Pinning.byInitializing(Pinning.First.class);
    }

    @AllowPins("known")
    @Test
    void allowed() throws InterruptedException {
        Pinning.byInitializing(Pinning.Second.class);
    }

    @ExpectPins(includeClassLoading = true)
    @Test
    void expected() throws InterruptedException {
        Pinning.byInitializing(Pinning.Third.class);
    }

    @ExpectPins
    @Test
    void expectedInVain() {}

    @NoPins(longest = "20 hours")
    @Test
    void unreadable() {}

    @Nested
    class Inner {

        @Test
        void pinsToo() throws InterruptedException {
            Pinning.byInitializing(Pinning.Fourth.class);
        }
    }
}
