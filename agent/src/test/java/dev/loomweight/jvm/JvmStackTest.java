package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.JvmStack.NativeCode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a frame is by its name and modifiers, and where a stack is to be looked at. */
class JvmStackTest {

    private static final String LOADER = "(Ljava/lang/String;)Ljava/lang/Class;";

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "com.acme.Cart.add,                                 com.acme.Cart.add",
        "com.acme.Cart.add:12,                              com.acme.Cart.add:12",
        "com.acme.Cart.add:1,                               com.acme.Cart.add:1",
        // A line that is not recorded.
        "com.acme.Cart.add:0,                               com.acme.Cart.add",
        "com.acme.Cart.add:-2,                              com.acme.Cart.add",
        "com.acme.Cart$$Lambda+0x00007f00/123.run:3,        com.acme.Cart$$Lambda.run:3",
    })
    void aFrameIsLabelledByItsMethodAndItsLine(String frame, String label) {
        assertThat(new TextStack(frame).at(0)).hasToString(label);
        assertThat(new TextStack(frame).method(0)).isEqualTo(label.replaceFirst(":.*", ""));
    }

    @ParameterizedTest(name = "{0}: own {1}, synchronized {2}, native {3}, initializer {4}")
    @CsvSource({
        "com.acme.Cart.add,          true,  false, false, false",
        "com.acme.Cart.add*,         true,  true,  false, false",
        "com.acme.Cart.add!,         true,  false, true,  false",
        "com.acme.Cart.add!*,        true,  true,  true,  false",
        "com.acme.Cart.<clinit>,     true,  false, false, true",
        "com.acme.Cart.<init>,       true,  false, false, false",
        "java.util.Hashtable.get*,   false, true,  false, false",
        "java.lang.Class.forName0!,  false, false, true,  false",
        "jdk.jfr.Recording.<clinit>, false, false, false, true",
    })
    void aFrameIsWhatItsNameAndItsModifiersSay(
            String frame, boolean own, boolean isSynchronized, boolean isNative, boolean initializer) {
        JvmStack stack = new TextStack(frame);

        assertThat(stack.isOwn(0)).isEqualTo(own);
        assertThat(stack.isJdk(0)).isEqualTo(!own);
        assertThat(stack.isOwnClass(stack.className(0))).isEqualTo(own);
        assertThat(stack.isCalledByJvm(0)).isEqualTo(own);
        assertThat(stack.isSynchronized(0)).isEqualTo(isSynchronized);
        assertThat(stack.isNative(0)).isEqualTo(isNative);
        assertThat(stack.isInitializer(0)).isEqualTo(initializer);
    }

    @Test
    void aStackIsNotTruncatedUnlessItSaysSo() {
        assertThat(new NamedFrames("com.acme.Cart.add").isTruncated()).isFalse();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(
            nullValues = "-",
            value = {
                "com.acme.Native.call!,                                METHOD",
                "com.acme.Native.call,                                 -",
                "java.lang.Class.forName0!,                            METHOD",
                "java.util.zip.Inflater.inflate!,                      METHOD",
                // Of the JVM itself, in the stack of every pin.
                "java.lang.Object.wait0!,                              -",
                "java.lang.VirtualThread.notifyJvmtiMount!,            -",
                "java.lang.invoke.MethodHandle.linkToStatic!,          -",
                "java.lang.invoke.VarHandle.compareAndSet!,            -",
                "jdk.internal.misc.Unsafe.park!,                       -",
                "jdk.internal.vm.Continuation.enterSpecial!,           -",
                "jdk.internal.vm.ContinuationSupport.isSupported0!,    METHOD",
                // Reflection.
                "jdk.internal.reflect.NativeMethodAccessorImpl.invoke0!,                   REFLECTION",
                "jdk.internal.reflect.DirectMethodHandleAccessor$NativeAccessor.invoke0!,  REFLECTION",
                "jdk.internal.reflect.DirectMethodHandleAccessor.invoke,                   -",
                // The stub of an upcall, a hidden class, is not native.
                "jdk.internal.foreign.abi.UpcallStub+0x00007f00/123.invoke,                UPCALL",
                "jdk.internal.foreign.abi.UpcallStub.0x00007f00.invoke,                    UPCALL",
                "jdk.internal.foreign.abi.UpcallStub.invoke,                               UPCALL",
                "jdk.internal.foreign.abi.UpcallStubs.freeUpcallStub0!,                    METHOD",
                "jdk.internal.foreign.abi.UpcallStubs.freeUpcallStub,                      -",
                "jdk.internal.foreign.abi.DowncallStub+0x00007f00/123.invoke,              -",
            })
    void nativeCodeThatMayCallBackIsKnown(String frame, @Nullable NativeCode code) {
        assertThat(new TextStack(frame).nativeCode(0)).isEqualTo(code);
    }

    @ParameterizedTest(name = "{1} of {0}: {2}")
    @CsvSource({
        "com.acme.Dao.<clinit> < com.acme.Cart.<clinit> < com.acme.Shop.run,      com.acme.Cart, 1",
        "com.acme.Cart.<clinit> < com.acme.Shop.run < com.acme.Cart.<clinit>,     com.acme.Cart, 0",
        "com.acme.Cart.add < com.acme.Shop.run,                                   com.acme.Cart, -1",
        "com.acme.Cart$$Lambda+0x00007f00/123.<clinit>,                           com.acme.Cart$$Lambda, 0",
        "'',                                                                      com.acme.Cart, -1",
    })
    void theInitializerOfAClassIsTheInnermost(String stack, String className, int at) {
        assertThat(new TextStack(stack).initializerOf(className)).isEqualTo(at);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "java.lang.invoke.MethodHandleNatives.linkCallSite,             true",
        "java.lang.invoke.MethodHandleNatives.linkDynamicConstant,      true",
        "java.lang.invoke.MethodHandleNatives.linkMethod,               true",
        "java.lang.invoke.MethodHandleNatives.linkMethodHandleConstant, true",
        "java.lang.invoke.MethodHandleNatives.findMethodHandleType,     true",
        "java.lang.invoke.MethodHandleNatives.resolve,                  false",
        "com.acme.MethodHandleNatives.linkCallSite,                     false",
    })
    void theJvmCallsAFrameToLinkACall(String frame, boolean links) {
        assertThat(new TextStack(frame).isLinking(0)).isEqualTo(links);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "java.lang.invoke.LambdaForm$MH.invoke,              true",
        "java.lang.invoke.BootstrapMethodInvoker.invoke,     true",
        "jdk.internal.reflect.DirectMethodHandleAccessor.invoke, true",
        "java.lang.reflect.Method.invoke,                    true",
        "java.lang.reflect.Constructor.newInstance,          true",
        "java.lang.reflect.Proxy.newProxyInstance,           false",
        "com.acme.Cart.add,                                  false",
    })
    void aFrameOnlyPassesACallOn(String frame, boolean passes) {
        assertThat(new TextStack(frame).isLinkage(0)).isEqualTo(passes);
    }

    /** LINK is the frame that links, HANDLE one that passes the call on. */
    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "com.acme.Cart.add < com.acme.Boot.link < HANDLE < LINK < com.acme.Shop.run,   1",
        "com.acme.Boot.link < HANDLE < HANDLE < LINK,                                  0",
        "com.acme.Boot.link < LINK < com.acme.Shop.run,                                0",
        // One of the JDK's own is no frame to blame.
        "com.acme.Cart.add < java.util.Boot.link < HANDLE < LINK < com.acme.Shop.run,  3",
        "HANDLE < HANDLE < LINK < com.acme.Shop.run,                                   2",
        "LINK < com.acme.Shop.run,                                                     0",
    })
    void theBootstrapMethodIsTheFrameThatLinkingHasCalled(String text, int bootstrap) {
        JvmStack stack = new TextStack(text.replace("LINK", "java.lang.invoke.MethodHandleNatives.linkCallSite")
                .replace("HANDLE", "java.lang.invoke.BootstrapMethodInvoker.invoke"));
        int linking = 0;
        while (!stack.isLinking(linking)) {
            linking++;
        }

        assertThat(stack.bootstrapMethod(linking)).isEqualTo(bootstrap);
    }

    @ParameterizedTest(name = "{0}: wait {1}, waits at {2}")
    @CsvSource({
        "java.lang.Object.wait0! < java.lang.Object.wait < com.acme.Cart.add,  true,  2",
        "java.lang.Object.wait! < com.acme.Cart.add,                           true,  1",
        "com.acme.Cart.add < java.lang.Object.wait,                            false, 0",
        "java.lang.Object.notify! < com.acme.Cart.add,                         false, 0",
        "com.acme.Cart.wait < com.acme.Shop.run,                               false, 0",
        // Of a stack that has nothing else, the outermost frame.
        "java.lang.Object.wait0! < java.lang.Object.wait,                      true,  1",
        "java.lang.Object.wait!,                                               true,  0",
        "'',                                                                   false, 0",
    })
    void whatWaitsForAMonitorIsOutsideOfObjectWait(String stack, boolean inWait, int waiting) {
        assertThat(new TextStack(stack).isInWait()).isEqualTo(inWait);
        assertThat(new TextStack(stack).waiting()).isEqualTo(waiting);
    }

    /** LOAD is a loader's method by its name and descriptor; frames are counted from 0. */
    @ParameterizedTest(name = "{0}: {1} loads for the JVM, after it {2}")
    @CsvSource({
        "com.acme.Loader.LOAD < com.acme.Shop.run,                                      0,  1",
        "com.acme.Loader.LOAD < java.lang.ClassLoader.LOAD < com.acme.Shop.run,         0,  2",
        "com.acme.Cart.add < com.acme.Loader.LOAD < com.acme.Shop.run,                  1,  -",
        // The JVM has called it for a native method of the JDK, not for the JDK's own call.
        "com.acme.Loader.LOAD < java.lang.Class.forName0! < com.acme.Shop.run,          0,  1",
        "com.acme.Loader.LOAD < java.util.ServiceLoader.load < com.acme.Shop.run,       -,  1",
        "com.acme.Loader.LOAD < jdk.internal.reflect.Native.invoke0! < com.acme.A.a,    -,  1",
        // Its caller is missing.
        "com.acme.Loader.LOAD < java.lang.ClassLoader.LOAD,                             -,  -1",
        // Another method.
        "com.acme.Loader.findClass < com.acme.Shop.run,                                 -,  -",
        "com.acme.Loader.loadClass(I)Ljava/lang/Class; < com.acme.Shop.run,             -,  -",
        "com.acme.Loader.loadClass(Ljava/lang/String;)V < com.acme.Shop.run,            -,  -",
        "com.acme.Loader.loadClass(Ljava/lang/String;Z)Ljava/lang/Class; < com.acme.A.a, 0,  1",
        "com.acme.Loader.loadMany(Ljava/lang/String;)Ljava/lang/Class; < com.acme.A.a,  -,  -",
    })
    void theInnermostLoaderThatTheJvmCalledLoads(String text, String loading, String after) {
        JvmStack stack = new TextStack(text.replace("LOAD", "loadClass" + LOADER));
        String found = "-";
        for (int i = 0; i < stack.size(); i++) {
            found = stack.isLoading(i) ? String.valueOf(i) : found;
        }

        assertThat(found).isEqualTo(loading);
        if (!after.equals("-")) {
            assertThat(stack.afterLoading(0)).isEqualTo(Integer.parseInt(after));
        }
    }

    @ParameterizedTest(name = "{0}: below {1}, for the JDK {2}")
    @CsvSource({
        "com.acme.Loader.loadClass < java.lang.Class.forName0! < com.acme.A.a,              true,  true",
        "com.acme.Loader.loadClass < com.acme.Native.call! < com.acme.A.a,                  true,  false",
        "com.acme.Loader.loadClass < jdk.internal.reflect.Native.invoke0! < com.acme.A.a,   true,  false",
        "com.acme.Loader.loadClass < java.lang.Object.wait0! < com.acme.A.a,                false, false",
        "com.acme.Loader.loadClass < com.acme.Shop.run < com.acme.A.a,                      false, false",
        "com.acme.Cart.add < java.lang.Class.forName0! < com.acme.A.a,                      false, false",
    })
    void aNativeMethodMakesTheJvmLoadAClass(String text, boolean below, boolean forJdk) {
        JvmStack stack = new TextStack(text);

        assertThat(stack.isLoadingBelow(1)).isEqualTo(below);
        assertThat(stack.isLoadingForJdk(1)).isEqualTo(forJdk);
        assertThat(stack.isLoadingBelow(0)).isFalse();
    }

    @Test
    void theInnermostFrameHasCalledNoLoader() {
        assertThat(new TextStack("java.lang.Class.forName0! < com.acme.Shop.run").isLoadingBelow(0))
                .isFalse();
    }

    @ParameterizedTest(name = "{0} from {1}: {2}")
    @CsvSource({
        "java.lang.Thread.sleep < com.acme.Cart.add < com.acme.Shop.run,                   0, 1",
        "java.lang.Thread.sleep < com.acme.Cart.add < com.acme.Shop.run,                   2, 2",
        "java.lang.Thread.sleep < com.acme.Cart.add < com.acme.Shop.run,                   3, -1",
        // A lambda's class has no source.
        "com.acme.Cart$$Lambda+0x00007f00/123.run < com.acme.Shop.run,                     0, 1",
        "java.lang.Thread.sleep < java.lang.Thread.run,                                    0, -1",
        "'',                                                                               0, -1",
    })
    void theFirstFrameOfTheApplicationIsOutwards(String stack, int from, int own) {
        assertThat(new TextStack(stack).ownFrom(from)).isEqualTo(own);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({
        "java.lang.Thread.sleep < com.acme.Cart.add < com.acme.Shop.run,              com.acme.Cart.add",
        "com.acme.Cart$$Lambda+0x00007f00/123.run < com.acme.Shop.run,                com.acme.Cart$$Lambda.run",
        // Of the JDK alone, what is no machinery of virtual threads.
        "java.lang.VirtualThread.park < java.util.Timer.wait < java.lang.Thread.run,  java.util.Timer.wait",
        "jdk.internal.vm.Continuation.yield < java.util.Timer.wait,                   java.util.Timer.wait",
        "java.lang.Thread.sleep < java.util.Timer.wait,                               java.lang.Thread.sleep",
        "jdk.internal.vm.Continuation.run < java.lang.VirtualThread.run,              jdk.internal.vm.Continuation.run",
        "'',                                                                          (no stack recorded)",
    })
    void aStackIsNamedForAPlace(String stack, String place) {
        assertThat(new TextStack(stack).placeName()).isEqualTo(place);
    }
}
