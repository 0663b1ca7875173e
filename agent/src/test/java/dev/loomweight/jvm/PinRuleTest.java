package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.PinRule.FrameCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Why a stack pins, by a table of facts; the analyzer is held to the same table by a test of its own. */
class PinRuleTest {

    private static final Path TABLE = Path.of("src/test/resources/dev/loomweight/jvm/pins.txt");

    static Stream<String> facts() throws IOException {
        return Files.readAllLines(TABLE).stream().filter(line -> !line.startsWith("#"));
    }

    private final Map<String, String> said = new HashMap<>();

    /** The rule for a stack, and for what a line of words says of the event of its pin. */
    private PinRule rule(String words, TextStack stack) {
        for (String word : words.strip().split(" ", -1)) {
            said.put(
                    word.split("=", 2)[0], word.substring(word.indexOf('=') + 1).replace('_', ' '));
        }
        long nanos = Long.parseLong(said.getOrDefault("nanos", "30000000"));
        PinFacts facts = said.containsKey("pinned")
                ? PinFacts.pinned(said.get("thread"), said.get("op"), said.get("reason"))
                        .waitingFor(said.get("monitor"), nanos)
                : said.containsKey("enter")
                        ? PinFacts.enter(said.get("thread"), said.get("monitor"), nanos)
                        : PinFacts.wait(said.get("thread"), said.get("monitor"));
        return new PinRule(facts, stack, new ClassLocks());
    }

    private List<FrameCause> causes(String words, String frames) {
        TextStack stack = new TextStack(frames);
        return rule(words, stack).causes(said.containsKey("25"), stack::isSynchronized);
    }

    @ParameterizedTest
    @MethodSource("facts")
    void aStackHasTheCauseOfTheTable(String line) {
        String[] parts = line.split("\\|", -1);
        FrameCause cause = causes(parts[0], parts[1].strip()).getFirst();
        CodePlace method = cause.method();

        assertThat(cause.kind().id() + " " + (method == null ? new TextStack(parts[1].strip()).placeName() : method))
                .isEqualTo(parts[2].strip());
    }

    // The kind and its frame; the method to blame and its line; the application's caller, the detail.
    private static String text(FrameCause cause) {
        return cause.kind().id()
                + (cause.at() == JvmStack.NONE ? "" : "@" + cause.at())
                + (cause.frame() == null ? "" : (cause.own() ? " own " : " other ") + cause.frame())
                + (cause.caller() == null ? "" : " from " + cause.caller())
                + (cause.detail().isEmpty() ? "" : " (" + cause.detail() + ")");
    }

    private static String text(List<FrameCause> causes) {
        return causes.stream().map(PinRuleTest::text).collect(Collectors.joining("; "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            # Before JDK 24: each frame that pins, with its line and the application's method that called it.
            21 pinned | java.lang.Thread.sleep < com.acme.Cart.add*:12 < com.acme.Shop.run:3 | synchronizedMethod@1 own com.acme.Cart.add:12
            21 pinned | java.lang.Thread.sleep < com.acme.Cart.add*:0 < com.acme.Shop.run | synchronizedMethod@1 own com.acme.Cart.add
            21 pinned | java.lang.Thread.sleep < com.acme.Cart.add*:-7 < com.acme.Shop.run | synchronizedMethod@1 own com.acme.Cart.add
            21 pinned | com.acme.Cart.add < java.util.Hashtable.compute*:9 < com.acme.Shop.run:3 | libraryMonitor@1 other java.util.Hashtable.compute:9 from com.acme.Shop.run
            21 pinned | com.acme.Cart.add < java.util.Hashtable.compute* < java.lang.Thread.run | libraryMonitor@1 other java.util.Hashtable.compute
            21 pinned | com.acme.Cart.add* < com.acme.Native.call! < com.acme.Shop.lock* | synchronizedMethod@0 own com.acme.Cart.add; nativeCall@1 own com.acme.Native.call; synchronizedMethod@2 own com.acme.Shop.lock
            21 pinned | com.acme.Cart.<clinit>:4 < com.acme.Shop.run | classInitializer@0 own com.acme.Cart.<clinit>:4 from com.acme.Shop.run
            21 pinned | java.util.Cart.<clinit> < java.util.Shop.run < com.acme.Shop.run | classInitializer@0 other java.util.Cart.<clinit> from com.acme.Shop.run
            21 pinned | java.lang.Thread.sleep < com.acme.Boot.link:5 < java.lang.invoke.MethodHandleNatives.linkCallSite:8 < com.acme.Shop.run | bootstrapMethod@2 own com.acme.Boot.link:5 from com.acme.Shop.run
            21 pinned | java.lang.Thread.sleep < java.lang.invoke.MethodHandleNatives.linkCallSite:8 < java.lang.Thread.run | bootstrapMethod@1 other java.lang.invoke.MethodHandleNatives.linkCallSite:8
            # The application's loader is not where the class was needed, nor is what calls it.
            21 pinned | java.net.URLClassLoader.loadClass < com.acme.Loader.loadClass < com.acme.Shop.run | classLoading@0 other java.net.URLClassLoader.loadClass from com.acme.Shop.run
            21 pinned | com.acme.Loader.loadClass < java.lang.Class.forName0! < com.acme.Shop.run | classLoading@0 own com.acme.Loader.loadClass from com.acme.Shop.run
            21 pinned | com.acme.Loader.loadClass < com.acme.Native.call! < com.acme.Shop.run | classLoading@0 own com.acme.Loader.loadClass from com.acme.Native.call; nativeCall@1 own com.acme.Native.call
            # Without a frame that pins.
            21 pinned | com.acme.Cart.add < com.acme.Shop.run | monitor
            21 pinned | com.acme.Cart.add ... | unknown (the stack is truncated, and no recorded frame pins: record with -XX:FlightRecorderOptions:stackdepth=256)
            21 pinned | '' | unknown (it was recorded without a stack)
            21 pinned thread=SubPoller-1 | com.acme.Cart.add* | jvmOwn
            # A monitor that is waited for, and what pins besides.
            21 enter monitor=com.acme.Cart | com.acme.Cart.add:7 < com.acme.Shop.lock* | monitorEnter@0 own com.acme.Cart.add:7; synchronizedMethod@1 own com.acme.Shop.lock
            21 enter monitor=java.util.Bag | java.util.Bag.get < com.acme.Shop.run | monitorEnter@0 other java.util.Bag.get from com.acme.Shop.run
            21 enter monitor=com.acme.Cart | java.lang.Object.wait0! < com.acme.Cart.add | monitorEnter@1 own com.acme.Cart.add
            21 enter monitor=com.acme.PluginClassLoader | com.acme.Shop.run:2 | classLoaderLock@0 own com.acme.Shop.run:2 (com.acme.PluginClassLoader)
            21 enter monitor=[I | java.lang.Class.forName0! < com.acme.Shop.run | classLinking@0 other java.lang.Class.forName0 from com.acme.Shop.run; nativeCall@0 other java.lang.Class.forName0 from com.acme.Shop.run
            21 enter monitor=java.lang.Object | com.acme.OldClassLoader.loadClass < com.acme.Shop.run | classLoaderLock@0 own com.acme.OldClassLoader.loadClass; classLoading@0 own com.acme.OldClassLoader.loadClass from com.acme.Shop.run
            21 wait monitor=com.acme.Cart | java.lang.Object.wait0! < java.lang.Object.wait < com.acme.Cart.add | objectWait@2 own com.acme.Cart.add
            21 wait | com.acme.Shop.run:6 < com.acme.Main.lock* | otherClassInitialization@0 own com.acme.Shop.run:6
            21 wait | '' | unknown (it was recorded without a stack)
            # From JDK 24 on, native code and what runs above code of the JVM.
            25 pinned reason=Native_or_VM_frame_on_stack | com.acme.Cart.back* < com.acme.Native.call!:4 < com.acme.Native.again! | nativeCall@1 own com.acme.Native.call:4; nativeCall@2 own com.acme.Native.again
            25 pinned reason=Native_or_VM_frame_on_stack | com.acme.Cart.back < jdk.internal.reflect.Accessor.invoke0! < com.acme.Shop.run | nativeReflection@1 other jdk.internal.reflect.Accessor.invoke0 from com.acme.Shop.run
            25 pinned reason=Native_or_VM_frame_on_stack | com.acme.Cart.back < jdk.internal.foreign.abi.UpcallStub.invoke < com.acme.Shop.run | upcall@1 other jdk.internal.foreign.abi.UpcallStub.invoke from com.acme.Shop.run
            25 pinned reason=Native_or_VM_frame_on_stack | com.acme.Boot.link < java.lang.invoke.MethodHandleNatives.linkCallSite < com.acme.Shop.run | bootstrapMethod@1 own com.acme.Boot.link from com.acme.Shop.run
            25 pinned reason=Native_or_VM_frame_on_stack | com.acme.Loader.loadClass < java.lang.Class.forName0! < com.acme.Shop.run | classLoading@0 own com.acme.Loader.loadClass from com.acme.Shop.run
            25 pinned reason=Native_or_VM_frame_on_stack | com.acme.Loader.loadClass < com.acme.Native.call! < com.acme.Shop.run | nativeCall@1 own com.acme.Native.call
            25 pinned reason=Native_or_VM_frame_on_stack | com.acme.Loader.loadClass < com.acme.Shop.run | unknown (the JVM says that a frame of its own or of native code is on the stack, but none is recorded)
            25 pinned reason=Native_or_VM_frame_on_stack | com.acme.Cart.lock* ... | unknown (the stack is truncated, and no recorded frame pins: record with -XX:FlightRecorderOptions:stackdepth=256)
            25 pinned reason=Native_or_VM_frame_on_stack | '' | unknown (it was recorded without a stack)
            25 pinned op=Object.wait reason=Native_or_VM_frame_on_stack | java.lang.Object.wait0! < com.acme.Cart.lock* | waitStorm
            25 enter monitor=com.acme.Cart | com.acme.Cart.add < com.acme.Shop.lock* | waitStorm
            25 pinned op=Contended_monitor_enter reason=Native_or_VM_frame_on_stack monitor=[I | com.acme.Shop.run < com.acme.Main.main | waitStorm
            # An initializer, whether its frame is there or not.
            25 pinned reason=VM_call_to_com.acme.Cart.<clinit>_on_stack | com.acme.Dao.load < com.acme.Cart.<clinit>:9 < com.acme.Shop.run | classInitializer@1 own com.acme.Cart.<clinit>:9 from com.acme.Shop.run
            25 pinned reason=VM_call_to_com.acme.Cart.<clinit>_on_stack | com.acme.Dao.load < com.acme.Shop.run | classInitializer own com.acme.Cart.<clinit>
            # Each alone pins: initializers that need one another, native code that one of them has called.
            25 pinned reason=VM_call_to_com.acme.Cart.<clinit>_on_stack | com.acme.Cart.<clinit>:9 < com.acme.Dao.<clinit>:4 < com.acme.Shop.run | classInitializer@0 own com.acme.Cart.<clinit>:9 from com.acme.Dao.<clinit>; classInitializer@1 own com.acme.Dao.<clinit>:4 from com.acme.Shop.run
            25 pinned reason=VM_call_to_com.acme.Cart.<clinit>_on_stack | com.acme.Cart.back < com.acme.Native.call! < com.acme.Cart.<clinit>:9 < com.acme.Shop.run | nativeCall@1 own com.acme.Native.call; classInitializer@2 own com.acme.Cart.<clinit>:9 from com.acme.Shop.run
            25 pinned reason=VM_call_to_com.acme.Cart.<clinit>_on_stack | com.acme.Dao.load < com.acme.Native.call! | classInitializer own com.acme.Cart.<clinit>; nativeCall@1 own com.acme.Native.call
            25 pinned reason=Native_or_VM_frame_on_stack | com.acme.Cart.back < com.acme.Native.call! < com.acme.Cart.<clinit>:9 < com.acme.Shop.run | nativeCall@1 own com.acme.Native.call; classInitializer@2 own com.acme.Cart.<clinit>:9 from com.acme.Shop.run
            25 pinned reason=Waited_for_initialization_of_com.acme.Cart_by_another_thread | com.acme.Shop.run:8 < com.acme.Native.call! < com.acme.Main.main | otherClassInitialization@0 own com.acme.Shop.run:8 (com.acme.Cart); nativeCall@1 own com.acme.Native.call
            25 pinned reason=VM_call_to_java.util.Cart.<clinit>_on_stack | com.acme.Dao.load < com.acme.Shop.run | classInitializer other java.util.Cart.<clinit>
            25 pinned reason=Waited_for_initialization_of_com.acme.Cart_by_another_thread | com.acme.Shop.run:8 < com.acme.Main.main | otherClassInitialization@0 own com.acme.Shop.run:8 (com.acme.Cart)
            25 pinned reason=Waited_for_initialization_of_com.acme.Cart_by_another_thread | '' | otherClassInitialization (com.acme.Cart)
            25 pinned reason=Waited_for_initialization_of_sun.nio.ch.Poller_by_another_thread | com.acme.Shop.run | jvmOwn
            # A critical section: classes are loaded, calls are linked.
            25 pinned reason=Freeze_or_preempt_failed_(2) | com.acme.Cart.add < com.acme.Loader.loadClass:7 < com.acme.Shop.run | classLoading@1 own com.acme.Loader.loadClass:7 from com.acme.Shop.run
            25 pinned reason=Freeze_or_preempt_failed_(2) | com.acme.Loader.loadClass < com.acme.Native.call! < com.acme.Shop.run | classLoading@0 own com.acme.Loader.loadClass from com.acme.Native.call; nativeCall@1 own com.acme.Native.call
            25 pinned reason=Freeze_or_preempt_failed_(2) | com.acme.Boot.link < java.lang.invoke.MethodHandleNatives.linkCallSite < com.acme.Shop.run | bootstrapMethod@1 own com.acme.Boot.link from com.acme.Shop.run
            25 pinned reason=Freeze_or_preempt_failed_(2) | com.acme.Cart.back < com.acme.Native.call! < com.acme.Shop.run | freezeFailed (Freeze or preempt failed (2)); nativeCall@1 own com.acme.Native.call
            25 pinned reason=Something_new | com.acme.Shop.run | unknown (the JVM says "Something new")
            # A lock that the JVM takes by itself, and what holds the carrier besides.
            25 pinned op=Contended_monitor_enter reason=Freeze_or_preempt_failed_(2) monitor=com.acme.PluginClassLoader | com.acme.Shop.run < com.acme.Native.call! < com.acme.Main.main | classLoaderLock@0 own com.acme.Shop.run (com.acme.PluginClassLoader); nativeCall@1 own com.acme.Native.call
            25 pinned op=Contended_monitor_enter reason=Freeze_or_preempt_failed_(2) monitor=com.acme.PluginClassLoader | com.acme.Shop.run < com.acme.Loader.loadClass < com.acme.Main.main | classLoaderLock@0 own com.acme.Shop.run (com.acme.PluginClassLoader); classLoading@1 own com.acme.Loader.loadClass from com.acme.Main.main
            25 pinned op=Contended_monitor_enter reason=Freeze_or_preempt_failed_(2) monitor=com.acme.PluginClassLoader | com.acme.Shop.run < java.lang.invoke.MethodHandleNatives.linkCallSite < com.acme.Main.main | classLoaderLock@0 own com.acme.Shop.run (com.acme.PluginClassLoader); bootstrapMethod@1 own com.acme.Shop.run from com.acme.Main.main
            25 pinned op=Contended_monitor_enter reason=Freeze_or_preempt_failed_(2) monitor=com.acme.PluginClassLoader | com.acme.Shop.run < com.acme.Loader.loadClass < java.lang.Class.forName0! < com.acme.Main.main | classLoaderLock@0 own com.acme.Shop.run (com.acme.PluginClassLoader); classLoading@1 own com.acme.Loader.loadClass from com.acme.Main.main
            25 pinned op=Contended_monitor_enter reason=Freeze_or_preempt_failed_(2) monitor=com.acme.PluginClassLoader | com.acme.Shop.run < com.acme.Native.call! < com.acme.Loader.loadClass < com.acme.Native.call! < com.acme.Main.main | classLoaderLock@0 own com.acme.Shop.run (com.acme.PluginClassLoader); nativeCall@1 own com.acme.Native.call; classLoading@2 own com.acme.Loader.loadClass from com.acme.Native.call; nativeCall@3 own com.acme.Native.call
            25 pinned op=Contended_monitor_enter reason=Freeze_or_preempt_failed_(2) monitor=[I | com.acme.Shop.run < com.acme.Main.main | classLinking@0 own com.acme.Shop.run
            25 pinned op=Contended_monitor_enter reason=Freeze_or_preempt_failed_(2) monitor=[I | com.acme.Shop.run ... | freezeFailed (Freeze or preempt failed (2))
            25 pinned op=Contended_monitor_enter reason=Freeze_or_preempt_failed_(2) monitor=[I nanos=20000 | com.acme.Shop.run < com.acme.Main.main | jvmOwn
            25 pinned op=LockSupport.park reason=Freeze_or_preempt_failed_(2) monitor=com.acme.PluginClassLoader | com.acme.Shop.run | freezeFailed (Freeze or preempt failed (2))
            """)
    void eachCauseHasItsFrameItsCallerAndItsDetail(String words, String frames, String causes) {
        assertThat(text(causes(words, frames))).isEqualTo(causes);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            # What the event says, the stack | the lock of classes, enters a monitor it does not hold yet, the JVM's own
            enter monitor=com.acme.Cart | com.acme.Cart.add < com.acme.Shop.run | - | true | false
            enter monitor=com.acme.Cart | java.lang.Object.wait0! < com.acme.Cart.add | - | false | false
            enter monitor=com.acme.PluginClassLoader | com.acme.Shop.run | LOADING 0 true | false | false
            enter monitor=java.lang.Object | com.acme.OldClassLoader.loadClass < com.acme.Shop.run | LOADING 0 false | true | false
            enter monitor=[I | java.lang.Class.forName0! < com.acme.Shop.run | LINKING 0 true | false | false
            enter monitor=[I nanos=999999 | java.lang.Class.forName0! < com.acme.Shop.run | LINKING 0 true | false | true
            enter monitor=[I nanos=999999 | com.acme.Shop.run | - | true | false
            enter thread=SubPoller-1 monitor=com.acme.Cart | com.acme.Shop.run | - | true | true
            wait monitor=com.acme.PluginClassLoader | java.lang.Object.wait0! < com.acme.Shop.run | - | false | false
            pinned op=LockSupport.park monitor=com.acme.PluginClassLoader | com.acme.Shop.run | - | false | false
            pinned op=Contended_monitor_enter monitor=com.acme.PluginClassLoader | com.acme.Shop.run | LOADING 0 true | false | false
            """)
    void aLockOfClassesIsWaitedFor(
            String words, String frames, @Nullable String lock, boolean entering, boolean jvmOwn) {
        PinRule rule = rule(words, new TextStack(frames));
        ClassLocks.Lock found = rule.lock();

        assertThat(found == null ? null : found.purpose() + " " + found.at() + " " + found.byJvm())
                .isEqualTo(lock);
        assertThat(rule.isEntering()).isEqualTo(entering);
        assertThat(rule.isJvmOwn()).isEqualTo(jvmOwn);
    }

    /** A dump does not show which monitors a thread holds, and whether it is pinned at all. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            com.acme.Cart.add* < com.acme.Shop.run | ''
            '' | ''
            com.acme.Cart.back < com.acme.Native.call!:4 < com.acme.Shop.run | nativeCall@1 own com.acme.Native.call:4
            com.acme.Cart.<clinit> < com.acme.Native.call! < com.acme.Dao.<clinit> | classInitializer@0 own com.acme.Cart.<clinit> from com.acme.Native.call; nativeCall@1 own com.acme.Native.call; classInitializer@2 own com.acme.Dao.<clinit>
            com.acme.Cart.add < com.acme.Cart.<clinit> < com.acme.Dao.<clinit> < com.acme.Shop.run | classInitializer@1 own com.acme.Cart.<clinit> from com.acme.Dao.<clinit>; classInitializer@2 own com.acme.Dao.<clinit> from com.acme.Shop.run
            com.acme.Loader.loadClass < java.lang.Class.forName0! < com.acme.Shop.run | classLoading@0 own com.acme.Loader.loadClass from com.acme.Shop.run
            """)
    void nativeCodeOrAnInitializerHoldsTheCarrierInADump(String frames, String causes) {
        assertThat(text(PinRule.ofDump(new TextStack(frames)))).isEqualTo(causes);
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # The method to blame, whether it is the application's; its caller | what people would look at
            com.acme.Cart.add,      true,  com.acme.Shop.run, com.acme.Cart.add
            com.acme.Cart.add,      true,  -,                 com.acme.Cart.add
            java.util.Bag.get,      false, com.acme.Shop.run, com.acme.Shop.run
            java.util.Bag.get,      false, -,                 java.util.Bag.get
            -,                      false, com.acme.Shop.run, com.acme.Shop.run
            -,                      false, -,                 -
            """)
    void theMethodToLookAtIsTheApplications(
            @Nullable String frame, boolean own, @Nullable String caller, @Nullable String shown) {
        CodePlace blamed = place(frame, 12);
        CodePlace from = place(caller, -1);

        assertThat(FrameCause.shown(own, blamed, from)).isEqualTo(place(shown, -1));
        assertThat(new FrameCause(CauseKind.LIBRARY_MONITOR, 0, blamed, own, from, "").method())
                .isEqualTo(place(shown, -1));
    }

    private static @Nullable CodePlace place(@Nullable String method, int line) {
        int dot = method == null ? -1 : method.lastIndexOf('.');
        return method == null ? null : new CodePlace(method.substring(0, dot), method.substring(dot + 1), line);
    }
}
