package dev.loomweight.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.CharBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Plain code answers as the JVM's own does, which the unchanged classes here call. */
class DirectClassTest {

    /** One component of each kind. */
    // How the JVM compares it is what is tested.
    @SuppressWarnings("ArrayRecordComponent")
    record Everything(
            boolean flag,
            byte small,
            char letter,
            short shorter,
            int number,
            long count,
            float ratio,
            double precise,
            @Nullable String text,
            int @Nullable [] array) {}

    record Nothing() {}

    /** A method of its own stays. */
    record Own(String name) {
        @Override
        public int hashCode() {
            return 7;
        }
    }

    sealed interface Shape permits Circle, Square, Nested {
        /** In an interface, the added method must be one of the interface. */
        static String name(@Nullable Object shape) {
            return switch (shape) {
                case null -> "null";
                case Circle circle when circle.radius() > 10 -> "large circle";
                case Circle circle -> "circle";
                case Nested(Circle(int radius)) when radius == 1 -> "a unit circle, nested";
                case Nested(Square square) -> "a square, nested: " + square.side();
                case Shape other -> "another shape";
                case int[] numbers -> "numbers " + numbers.length;
                case CharSequence text -> "text";
                default -> "anything";
            };
        }
    }

    record Circle(int radius) implements Shape {}

    record Square(long side) implements Shape {}

    record Nested(Shape shape) implements Shape {}

    /** Makes values of the records, and switches over them. Public for another class loader. */
    public static final class Cases implements Supplier<List<Object>>, Function<@Nullable Object, String> {

        /** For another class loader. */
        public Cases() {}

        @Override
        public List<Object> get() {
            int[] array = {1, 2};
            List<Object> values = new ArrayList<>(List.of(new Nothing(), new Own("a"), new Own("b"), new Object()));
            for (float ratio : new float[] {0f, -0f, Float.NaN, 1.5f}) {
                values.add(new Everything(true, (byte) -1, 'x', (short) -2, 3, 1L << 40, ratio, 2.5, "text", null));
                values.add(new Everything(true, (byte) -1, 'x', (short) -2, 3, 1L << 40, 1, ratio, "text", null));
            }
            for (int i = 0; i < 10; i++) {
                values.add(new Everything(
                        i != 0,
                        (byte) (i == 1 ? 1 : 2),
                        i == 2 ? 'a' : 'b',
                        (short) (i == 3 ? 1 : 2),
                        i == 4 ? 1 : 2,
                        i == 5 ? 1 : 1L + (1L << 32),
                        i == 6 ? 1 : 2,
                        i == 7 ? 1 : 2,
                        i == 8 ? null : "text",
                        i == 9 ? null : array));
            }
            values.addAll(List.of(
                    new Circle(1),
                    new Circle(1),
                    new Circle(11),
                    new Square(1),
                    new Nested(new Circle(1)),
                    new Nested(new Circle(2)),
                    new Nested(new Square(3)),
                    new int[3],
                    "text",
                    CharBuffer.wrap("text")));
            return values;
        }

        @Override
        public String apply(@Nullable Object value) {
            return Shape.name(value);
        }
    }

    @Test
    void recordsAndSwitchesAnswerAsBefore() throws Exception {
        Changed changed = new Changed();
        Object cases = changed.loadClass(Cases.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        List<?> values = (List<?>) ((Supplier<?>) cases).get();
        @SuppressWarnings("unchecked") // of the same class under another loader
        Function<@Nullable Object, String> named = (Function<@Nullable Object, String>) cases;
        List<Object> expected = new Cases().get();
        assertThat(values).hasSameSizeAs(expected);
        assertThat(named.apply(null)).isEqualTo("null");
        for (int i = 0; i < values.size(); i++) {
            assertThat(named.apply(values.get(i))).isEqualTo(Shape.name(expected.get(i)));
            for (int j = 0; j < values.size(); j++) {
                assertThat(values.get(i).equals(values.get(j)))
                        .as("%s equals %s", expected.get(i), expected.get(j))
                        .isEqualTo(expected.get(i).equals(expected.get(j)));
            }
            // The hash of an array is that of the object.
            if (expected.get(i) instanceof Record record && !(record instanceof Everything e && e.array() != null)) {
                assertThat(values.get(i)).hasToString(record.toString()).hasSameHashCodeAs(record);
            }
        }
        assertThat(changed.changed)
                .containsKeys(Everything.class.getName(), Nothing.class.getName(), Shape.class.getName());
        changed.changed.forEach((name, bytes) ->
                assertThat(bootstraps(bytes)).as(name).doesNotContain("typeSwitch", "equals", "hashCode"));
    }

    @Test
    void aClassWithoutThemIsTheSame() throws Exception {
        byte[] bytes = classFile(DirectClassTest.class.getName());
        assertThat(DirectClass.of(bytes)).isSameAs(bytes);
    }

    /** Every class of the command is accepted by the JVM. */
    @Test
    void theJvmVerifiesEveryClassOfTheCommand() throws Exception {
        Path classes = Path.of(DirectClass.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .resolveSibling("classes");
        Changed changed = new Changed();
        List<String> names;
        try (Stream<Path> files = Files.walk(classes.resolve("dev"))) {
            names = files.map(file -> classes.relativize(file).toString())
                    .filter(name -> name.endsWith(".class"))
                    .map(Changed::named)
                    .toList();
        }
        for (String name : names) {
            // Links it, which verifies it.
            assertThat(changed.loadClass(name).getDeclaredMethods()).isNotNull();
        }
        long records = changed.changed.values().stream()
                .filter(bytes -> new ClassReader(bytes).getSuperName().equals("java/lang/Record"))
                .count();
        assertThat(records).isGreaterThan(200);
    }

    /** What {@code invokedynamic} calls. */
    private static List<String> bootstraps(byte[] classFile) {
        List<String> names = new ArrayList<>();
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access,
                                    String name,
                                    String descriptor,
                                    @Nullable String signature,
                                    String @Nullable [] exceptions) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitInvokeDynamicInsn(
                                            String called, String type, Handle bootstrap, Object... arguments) {
                                        names.add(called);
                                    }
                                };
                            }
                        },
                        0);
        return names;
    }

    private static byte[] classFile(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(
                DirectClassTest.class.getClassLoader().getResourceAsStream(name.replace('.', '/') + ".class"))) {
            return in.readAllBytes();
        }
    }

    /** Defines the project's classes itself, changed, and asks its parent for others only. */
    private static final class Changed extends ClassLoader {

        private final Map<String, byte[]> changed = new HashMap<>();

        Changed() {
            super(DirectClassTest.class.getClassLoader());
        }

        static String named(String file) {
            return file.substring(0, file.length() - ".class".length()).replace('/', '.');
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.loomweight.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                try {
                    byte[] before = classFile(name);
                    byte[] after = DirectClass.of(before);
                    if (!Arrays.equals(before, after)) {
                        changed.put(name, after);
                    }
                    return defineClass(name, after, 0, after.length);
                } catch (IOException e) {
                    throw new ClassNotFoundException(name, e);
                }
            }
        }
    }
}
