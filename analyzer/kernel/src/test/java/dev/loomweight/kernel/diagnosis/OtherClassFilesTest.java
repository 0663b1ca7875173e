package dev.loomweight.kernel.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.Jdks;
import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.bytecode.Compiled;
import dev.loomweight.jvm.CauseKind;
import dev.loomweight.jvm.CodePlace;
import dev.loomweight.jvm.PinFacts;
import dev.loomweight.kernel.diagnosis.Diagnosis.PinCause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Class files that are not quite what ran: on the class path are the compiler's, and an agent has inserted instructions
 * into those that ran. By them nothing may be blamed for certain; with the very files that ran, everything must be found.
 */
class OtherClassFilesTest {

    private static final String PROGRAM = "known.ParkingHolders";
    private static final String SLEEP = " in java.lang.Thread.sleep";

    /** The causes of each case, and what blocked where it is not parkNanos. */
    private static final Map<String, String> ANSWERS = Map.ofEntries(
            Map.entry("block", "synchronizedBlock block"),
            Map.entry("nested", "synchronizedBlock nested, synchronizedBlock nested"),
            Map.entry("oneLine", "synchronizedBlock oneLine"),
            Map.entry("behindBlock", "synchronizedMethod behindBlock"),
            Map.entry("beforeBlock", "synchronizedMethod beforeBlock"),
            Map.entry("betweenBlocks", "synchronizedMethod betweenBlocks"),
            Map.entry("earlyReturn", "synchronizedBlock earlyReturn"),
            Map.entry("continued", "synchronizedBlock continued"),
            Map.entry("inFinally", "synchronizedBlock inFinally, synchronizedBlock inFinally"),
            Map.entry("caught", "synchronizedBlock caught"),
            Map.entry("lambda", "synchronizedBlock lambda"),
            Map.entry("concatenation", "synchronizedBlock concatenation"),
            Map.entry("handle", "synchronizedBlock handle" + SLEEP),
            Map.entry("handleGeneric", "synchronizedBlock handleGeneric"),
            Map.entry("reflection", "synchronizedBlock reflection" + SLEEP),
            Map.entry("initializer", "classInitializer Slow.<clinit>, synchronizedBlock initializer"),
            Map.entry("computed", "libraryMonitor computeIfAbsent, synchronizedBlock computed"),
            Map.entry("method", "synchronizedMethod method"),
            Map.entry("methodAndBlock", "synchronizedBlock methodAndBlock, synchronizedMethod methodAndBlock"),
            Map.entry("constructor", "synchronizedBlock Locked.<init>"),
            Map.entry("hot", "synchronizedBlock inner, synchronizedBlock outer"));

    /** What is known without the class files of the program. */
    private static final List<String> BY_NAME = List.of("classInitializer", "libraryMonitor", "synchronizedMethod");

    @TempDir
    private Path folder;

    @Test
    void aClassFileThatIsNotWhatRanBlamesNothingForCertain() throws Exception {
        Path jdk = Jdks.home("loomweight.jdk21");
        Path compiled = Files.createDirectory(folder.resolve("compiled"));
        Compiled.into(
                compiled, "ParkingHolders.java", Compiled.resource("ParkingHolders.java"), "-g", "--release", "21");
        Map<String, Path> versions = new TreeMap<>();
        versions.put("same", compiled);
        for (int shift : List.of(8, 16, 3, 10)) {
            versions.put("shift" + shift, rewritten(compiled, "shift" + shift, shift, 0));
        }
        versions.put("calls", rewritten(compiled, "calls", 0, 2));
        RecordedCases cases = new RecordedCases(folder);
        cases.record(jdk, PROGRAM, versions);

        for (String version : versions.keySet()) {
            Map<String, List<PinStack>> pins = cases.pins(version);
            assertThat(pins.keySet()).as(version).containsAll(ANSWERS.keySet());
            Path ran = versions.get(version);
            assertThat(answers(pins, jdk, ran)).as("%s with what ran", version).isEqualTo(ANSWERS);
            assertThat(answers(pins, jdk, compiled, ran))
                    .as("%s after another", version)
                    .isEqualTo(ANSWERS);
            if (!version.equals("same")) {
                blamesProbably(version, pins, jdk, compiled);
            }
        }
    }

    private static Map<String, String> answers(Map<String, List<PinStack>> pins, Path jdk, Path... entries)
            throws IOException {
        Map<String, String> found = new TreeMap<>();
        try (ClassPath path = path(jdk, entries)) {
            Diagnoser diagnoser = new Diagnoser(new Code(path), List.of());
            pins.forEach((name, stacks) -> found.put(
                    name,
                    stacks.stream()
                            .filter(stack -> stack.event() == PinFacts.Event.PINNED)
                            .map(stack -> words(diagnoser.of(stack, false)))
                            .distinct()
                            .collect(Collectors.joining(" and "))));
        }
        return found;
    }

    /** A block is named by its line alone, where that is sure to be in it; and never a wrong one. */
    private static void blamesProbably(String version, Map<String, List<PinStack>> pins, Path jdk, Path compiled)
            throws IOException {
        Set<String> named = new TreeSet<>();
        try (ClassPath path = path(jdk, compiled)) {
            Diagnoser diagnoser = new Diagnoser(new Code(path), List.of());
            pins.forEach((name, stacks) -> {
                for (PinStack stack : stacks) {
                    Diagnosis found = diagnoser.of(stack, false);
                    List<String> answers = List.of(
                            ANSWERS.getOrDefault(name, "").replace(SLEEP, "").split(", "));
                    for (PinCause cause : found.causes()) {
                        if (cause.kind() == CauseKind.UNKNOWN) {
                            assertThat(cause.detail())
                                    .as("%s %s", version, name)
                                    .contains("does not match the recording");
                        } else {
                            assertThat(words(cause)).as("%s %s", version, name).isIn(answers);
                            assertThat(cause.detail())
                                    .as("%s %s", version, name)
                                    .isEqualTo(BY_NAME.contains(cause.kind().id()) ? "" : RefinedCauses.PROBABLE);
                            named.add(name);
                        }
                    }
                }
            });
        }
        assertThat(named).as(version).isEqualTo(ANSWERS.keySet());
    }

    private static ClassPath path(Path jdk, Path... entries) {
        List<String> all = new ArrayList<>();
        for (Path entry : entries) {
            all.add(entry.toString());
        }
        return ClassPath.of(all, jdk, 21);
    }

    private static String words(PinCause cause) {
        return cause.kind().id() + " "
                + String.valueOf(CodePlace.methodOf(cause.frame()))
                        .replaceFirst("known\\.ParkingHolders[.$]", "")
                        .replaceFirst("java\\.util\\.concurrent\\.ConcurrentHashMap\\.", "")
                        .replaceFirst("lambda\\$(\\w+)\\$.*", "$1");
    }

    private static String words(Diagnosis diagnosis) {
        String causes =
                diagnosis.causes().stream().map(OtherClassFilesTest::words).collect(Collectors.joining(", "));
        String blocker = String.valueOf(diagnosis.blocker());
        return blocker.equals("java.util.concurrent.locks.LockSupport.parkNanos") ? causes : causes + " in " + blocker;
    }

    /** Inserts that many bytes at the beginning of each method, and before each of its calls. */
    private Path rewritten(Path compiled, String name, int atStart, int atCalls) throws IOException {
        Path directory = folder.resolve(name);
        for (String className : Compiled.classes(compiled)) {
            String file = className.replace('.', '/') + ".class";
            ClassReader reader = new ClassReader(Files.readAllBytes(compiled.resolve(file)));
            ClassWriter writer = new ClassWriter(0);
            reader.accept(new Inserting(writer, atStart, atCalls), 0);
            Files.createDirectories(directory.resolve(file).getParent());
            Files.write(directory.resolve(file), writer.toByteArray());
        }
        return directory;
    }

    private static final class Inserting extends ClassVisitor {
        private final int atStart;
        private final int atCalls;

        private Inserting(ClassVisitor next, int atStart, int atCalls) {
            super(Opcodes.ASM9, next);
            this.atStart = atStart;
            this.atCalls = atCalls;
        }

        @Override
        public MethodVisitor visitMethod(
                int access,
                String name,
                String descriptor,
                @Nullable String signature,
                String @Nullable [] exceptions) {
            return new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
                @Override
                public void visitCode() {
                    super.visitCode();
                    insert(atStart);
                }

                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
                    insert(atCalls);
                    super.visitMethodInsn(opcode, owner, called, type, isInterface);
                }

                private void insert(int bytes) {
                    for (int i = 0; i < bytes; i++) {
                        visitInsn(Opcodes.NOP);
                    }
                }
            };
        }
    }
}
