package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.ClassLocks.Lock;
import dev.loomweight.jvm.ClassLocks.Purpose;
import dev.loomweight.jvm.ClassLocks.Taker;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Who takes the lock of a class or a class loader, by a table of stacks. */
class ClassLocksTest {

    /** Knows some superclasses, and that the JVM takes what a method named {@code needs} waits for. */
    private static final ClassLocks LOCKS = new ClassLocks() {

        private final Map<String, String> superclasses = Map.of(
                "com.acme.Plugins", "com.acme.Base",
                "com.acme.Base", "java.lang.ClassLoader",
                "com.acme.SmallCart", "com.acme.Cart",
                "com.acme.Circle", "com.acme.Circle");

        @Override
        protected Taker taker(JvmStack stack, int at, @Nullable String monitorClass) {
            return stack.methodName(at).equals("needs") ? Taker.JVM : Taker.UNKNOWN;
        }

        @Override
        protected @Nullable String superclass(String className) {
            return superclasses.get(className);
        }
    };

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                // It enters again what it has waited on, or a synchronized method that stands at its first instruction.
                "java.lang.Object.wait0! < com.acme.Cart.add | [I | METHOD",
                "com.acme.Cart.enter* | com.acme.Cart | METHOD",
                "com.acme.Cart.enter* | com.acme.SmallCart | METHOD",
                "com.acme.Cart.enter* | java.lang.Class | METHOD",
                "com.acme.Cart.enter* | - | METHOD",
                "com.acme.Cart.enter* | com.acme.Other | UNKNOWN",
                "com.acme.Cart.enter* | [I | UNKNOWN",
                "com.acme.Circle.enter* | com.acme.Other | UNKNOWN",
                // Behind the first instruction it has its own monitor already.
                "com.acme.Cart.later* | com.acme.Cart | UNKNOWN",
                "com.acme.Cart.enter | com.acme.Cart | UNKNOWN",
                // Native code.
                "java.lang.Class.forName0! < com.acme.Shop.run | [I | JVM",
                "java.lang.Class.forName0! < com.acme.Shop.run | com.acme.Cart | JVM",
                "com.acme.Native.call! < com.acme.Shop.run | com.acme.Cart | JVM",
                "com.acme.Native.call! < com.acme.Shop.run | [I | UNKNOWN",
                // A method of a loader takes the lock by which it loads.
                "com.acme.Plugins.loadClass < com.acme.Shop.run | java.lang.Object | METHOD",
                "com.acme.Plugins.loadClassOfPlugin < com.acme.Shop.run | java.lang.Object | METHOD",
                "com.acme.Plugins.findClass < com.acme.Shop.run | java.lang.Object | UNKNOWN",
                "com.acme.Shop.needs | [I | JVM",
            })
    void theInstructionOrTheMethodSaysWhoTakesAMonitor(String stack, @Nullable String monitor, Taker taker) {
        assertThat(LOCKS.takerOf(new TextStack(stack), monitor)).isEqualTo(taker);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "-",
            value = {
                // stack, monitor, refused to unmount; purpose, frame, by the JVM
                "com.acme.Shop.needs | - | false | EITHER 0 true",
                "java.lang.Class.forName0! < com.acme.Shop.run | - | false | -",
                "com.acme.Shop.run | - | true | -",
                "com.acme.Shop.needs | [I | false | LINKING 0 true",
                "com.acme.Shop.run | [I | false | -",
                "com.acme.Shop.run | [I | true | LINKING 0 true",
                "java.lang.Object.wait0! < java.lang.Object.wait < com.acme.Shop.run | [I | true | -",
                // In a critical section, code waits for its own locks as well.
                "com.acme.Shop.run < com.acme.Plugins.loadClass < com.acme.Main.main | [I | true | -",
                "com.acme.Shop.run < java.lang.invoke.MethodHandleNatives.linkCallSite < com.acme.Main.main | [I | true | -",
                "com.acme.Shop.run < com.acme.Plugins.loadClass < java.lang.Class.forName0! | [I | true | -",
                // Class loaders, by name and by superclass.
                "com.acme.Shop.run | com.acme.PluginClassLoader | false | LOADING 0 true",
                "com.acme.Shop.run | com.acme.Plugins | false | LOADING 0 true",
                "com.acme.Shop.run | com.acme.Cart | false | -",
                "com.acme.Plugins.loadClass < com.acme.Shop.run | com.acme.Plugins | false | LOADING 0 false",
                "com.acme.Plugins.loadClass < com.acme.Shop.run | java.lang.Object | false | LOADING 0 false",
                "com.acme.Plugins.loadClass < com.acme.Shop.run | com.acme.Cart | false | -",
                "com.acme.Plugins.loadClass < com.acme.Shop.run | - | false | -",
                // Loaded by a call of the JDK's code, not by the JVM.
                "com.acme.Plugins.loadClass < java.util.ServiceLoader.load | java.lang.Object | false | -",
                "com.acme.Shop.loadClass < com.acme.Main.main | java.lang.Object | false | -",
                // Who called the loader is missing.
                "com.acme.Plugins.loadClass | java.lang.Object | false | -",
            })
    void aLockOfClassesHasItsPurpose(String stack, @Nullable String monitor, boolean refused, @Nullable String lock) {
        Lock found = LOCKS.of(new TextStack(stack), monitor, refused);

        assertThat(found == null ? null : found.purpose() + " " + found.at() + " " + found.byJvm())
                .isEqualTo(lock);
        assertThat(LOCKS.isByJvm(new TextStack(stack), monitor, refused)).isEqualTo(found != null && found.byJvm());
    }

    @ParameterizedTest
    @CsvSource({
        "java.lang.ClassLoader, true",
        "java.net.URLClassLoader, true",
        "com.acme.PluginClassLoader, true",
        "com.acme.Plugins, true",
        "com.acme.Base, true",
        "com.acme.Cart, false",
        "com.acme.Circle, false"
    })
    void aClassLoaderIsOneByItsNameOrItsSuperclasses(String name, boolean loader) {
        assertThat(LOCKS.isLoader(name)).isEqualTo(loader);
    }

    @Test
    void namesAndFramesAloneShowNoInstructionAndNoSuperclass() {
        ClassLocks byNames = new ClassLocks();

        assertThat(byNames.takerOf(new TextStack("com.acme.Shop.needs"), "com.acme.Cart"))
                .isEqualTo(Taker.UNKNOWN);
        assertThat(byNames.superclass("com.acme.Plugins")).isNull();
        assertThat(byNames.isLoader("com.acme.Plugins")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"'', true", "'', false"})
    void aStackWithoutFramesWaitsForNone(String stack, boolean refused) {
        assertThat(LOCKS.of(new TextStack(stack), "[I", refused)).isNull();
        assertThat(Purpose.values()).hasSize(3);
    }
}
