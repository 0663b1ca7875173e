package dev.loomweight.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.Instruction.Kind;
import dev.loomweight.sample.Frame;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a frame stands at: a call of the source, or what made the JVM call. */
class InstructionTest {

    private static final String SOURCE = """
            package com.acme;
            class Calls {
                Object field;
                static Object all(Object o, java.util.List<String> list) throws Throwable {
                    list.size();
                    new Helper();
                    Helper[] array = new Helper[1];
                    Helper[][] more = new Helper[1][1];
                    Object shared = Helper.SHARED;
                    ((Calls) o).field = Helper.class;
                    Runnable r = () -> {};
                    synchronized (o) {
                        java.lang.invoke.MethodHandles.lookup().lookupClass();
                    }
                    java.lang.invoke.MethodHandle handle = null;
                    handle.invokeExact(1);
                    return o instanceof Helper;
                }
                static class Helper {
                    static Object SHARED;
                }
            }
            """;

    @TempDir
    private Path folder;

    @Test
    void everyKindIsTold() throws Exception {
        List<Instruction> all = instructions();

        assertThat(all)
                .contains(
                        new Instruction(Kind.CALL, "java.util.List", "size", "()I"),
                        new Instruction(Kind.NEW, "com.acme.Calls$Helper", null, null),
                        new Instruction(Kind.NEW_ARRAY, "com.acme.Calls$Helper", null, null),
                        new Instruction(Kind.NEW_ARRAY, "com.acme.Calls$Helper[][]", null, null),
                        new Instruction(Kind.STATIC_FIELD, "com.acme.Calls$Helper", "SHARED", "Ljava/lang/Object;"),
                        new Instruction(Kind.FIELD, "com.acme.Calls", "field", "Ljava/lang/Object;"),
                        new Instruction(Kind.CONSTANT, "com.acme.Calls$Helper", null, null),
                        new Instruction(Kind.TYPE_CHECK, "com.acme.Calls", null, null),
                        new Instruction(Kind.DYNAMIC_CALL, null, "run", "()Ljava/lang/Runnable;"),
                        new Instruction(Kind.MONITOR_ENTER, null, null, null),
                        new Instruction(Kind.OTHER, null, null, null));
        assertThat(all.stream().filter(Instruction::isCall).map(Instruction::member))
                .containsExactly("size", "<init>", "run", "lookup", "lookupClass", "invokeExact", "valueOf");
    }

    @Test
    void onlyACallCallsWhatItNames() throws Exception {
        List<Instruction> all = instructions();
        Instruction size = find(all, "size");
        Instruction lambda = find(all, "run");
        Instruction handle = find(all, "invokeExact");
        Instruction creation =
                all.stream().filter(i -> i.kind() == Kind.NEW).findFirst().orElseThrow();
        Frame sized = callee("java.util.ArrayList", "size", "()I");
        Frame loading = callee("java.lang.ClassLoader", "loadClass", "(Ljava/lang/String;)Ljava/lang/Class;");
        Frame initializer = callee("com.acme.Calls$Helper", "<clinit>", "()V");

        assertThat(size.calls(sized)).isTrue();
        assertThat(size.calls(loading)).isFalse();
        assertThat(creation.calls(loading)).isFalse();
        Frame form = callee("java.lang.invoke.LambdaForm$MH+0x0000000800002b08.324457684", "linkToTargetMethod", "()V");
        Frame linking = callee("java.lang.invoke.MethodHandleNatives", "linkCallSite", "()V");
        for (Instruction linked : List.of(lambda, handle)) {
            assertThat(linked.calls(form)).isTrue();
            assertThat(List.of(loading, initializer, linking, sized)).noneMatch(linked::calls);
            assertThat(List.of(form, loading, initializer, linking)).allMatch(linked::allows);
            assertThat(linked.allows(sized)).isFalse();
        }
        assertThat(size.calls(callee("java.util.ArrayList", "size", ""))).isTrue();
        assertThat(size.allows(callee("java.util.ArrayList", "clear", "()V"))).isFalse();
        assertThat(List.of(loading, initializer)).allMatch(creation::allows);
        assertThat(creation.allows(sized)).isFalse();
    }

    @Test
    void withoutTheClassThatRanThereIsNoInstruction() throws Exception {
        Compiled.into(folder, "Calls.java", SOURCE, "-g");
        try (ClassPath path = ClassPath.of(List.of(folder.toString()), null, 21)) {
            Code code = new Code(path);
            Frame frame = frame(0);

            assertThat(code.instruction(frame)).isNotNull();
            assertThat(code.sourceFile(frame.className())).isEqualTo("Calls.java");
            assertThat(code.instruction(frame(1_000))).isNull();
            assertThat(code.instruction(frame(-1))).isNull();
            assertThat(code.instruction(callee("com.acme.Missing", "m", "()V"))).isNull();
            assertThat(code.sourceFile("com.acme.Missing")).isNull();
        }
    }

    private List<Instruction> instructions() throws Exception {
        Compiled.into(folder, "Calls.java", SOURCE, "-g");
        List<Instruction> all = new ArrayList<>();
        try (ClassPath path = ClassPath.of(List.of(folder.toString()), null, 21)) {
            Code code = new Code(path);
            for (int index = 0; index < 200; index++) {
                Instruction instruction = code.instruction(frame(index));
                if (instruction != null) {
                    all.add(instruction);
                }
            }
        }
        return all;
    }

    private static Instruction find(List<Instruction> all, String member) {
        return all.stream()
                .filter(i -> Objects.equals(i.member(), member))
                .findFirst()
                .orElseThrow();
    }

    private static Frame frame(int index) {
        return new Frame(
                "com.acme.Calls",
                "all",
                "(Ljava/lang/Object;Ljava/util/List;)Ljava/lang/Object;",
                -1,
                index,
                8,
                "Interpreted");
    }

    private static Frame callee(String className, String method, String descriptor) {
        return new Frame(className, method, descriptor, -1, 0, 1, "Interpreted");
    }
}
