package dev.loomweight.packaging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Old class files with stack maps are accepted by the JVM, and nothing else of a jar changes. */
class RaisedClassTest {

    /** Libraries of the command whose classes are of Java 5. */
    private static final List<String> OLD = List.of("picocli", "commons-math3", "asm", "encoder", "fastutil");

    /** The JVM verifies every method of a class by its stack maps when it links it. */
    @Test
    void theJvmVerifiesEveryRaisedClass() throws Exception {
        Map<String, byte[]> raised = new TreeMap<>();
        for (Path jar : oldLibraries()) {
            classFiles(jar).forEach((name, bytes) -> {
                if (RaisedClass.version(bytes) < RaisedClass.OLDEST) {
                    raised.put(name, RaisedClass.of(bytes, getClass().getClassLoader()));
                }
            });
        }
        assertThat(raised).hasSizeGreaterThan(1500).containsKeys("picocli.CommandLine", "org.objectweb.asm.Frame");
        assertThat(raised.values()).allMatch(bytes -> RaisedClass.version(bytes) == RaisedClass.RAISED);
        Defining loader = new Defining(raised);
        List<String> refused = new ArrayList<>();
        for (String name : raised.keySet()) {
            Class<?> type = loader.loadClass(name);
            assertThat(type.getClassLoader()).isSameAs(loader);
            try {
                // Links it.
                assertThat(type.getDeclaredMethods()).isNotNull();
            } catch (VerifyError | ClassFormatError e) {
                refused.add(name + ": " + e.getMessage());
            } catch (NoClassDefFoundError e) {
                // Of an optional library, in a signature; it was verified before.
            }
        }
        assertThat(refused).isEmpty();
    }

    /** Without stack maps, the same classes would be refused: the JVM reads the maps. */
    @Test
    void theJvmRefusesAClassOfThatVersionWithoutStackMaps() throws Exception {
        byte[] old = branching(Opcodes.V1_5);
        byte[] renumbered = old.clone();
        renumbered[7] = RaisedClass.RAISED;
        assertThatThrownBy(() -> new Defining(Map.of("Branching", renumbered))
                        .loadClass("Branching")
                        .getDeclaredMethods())
                .isInstanceOf(VerifyError.class);
        byte[] raised = RaisedClass.of(old, getClass().getClassLoader());
        assertThat(new Defining(Map.of("Branching", raised))
                        .loadClass("Branching")
                        .getDeclaredMethods())
                .hasSize(1);
    }

    @Test
    void onlyOldClassFilesOfAJarChange(@TempDir Path folder) throws Exception {
        Path jar = folder.resolve("some.jar");
        byte[] later = branching(Opcodes.V1_6);
        try (ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(jar))) {
            put(to, "META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n".getBytes(UTF_8));
            put(to, "META-INF/licenses/LICENSE.txt", "A licence".getBytes(UTF_8));
            put(to, "Old.class", branching(Opcodes.V1_5));
            put(to, "META-INF/versions/21/Later.class", later);
        }
        List<String> before = described(jar);
        Path left = Files.copy(jar, folder.resolve("left.jar"));
        try (ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(jar))) {
            put(to, "META-INF/", new byte[0]);
            put(to, "META-INF/MANIFEST.MF", "Manifest-Version: 1.0\n".getBytes(UTF_8));
            put(to, "Unreached.class", later);
            put(to, "META-INF/licenses/LICENSE.txt", "A licence".getBytes(UTF_8));
            put(to, "Old.class", branching(Opcodes.V1_5));
            put(to, "META-INF/versions/21/Later.class", later);
        }

        PackagedJar.main(new String[] {jar.toString(), left.toString()});
        byte[] once = Files.readAllBytes(jar);
        List<String> after = described(jar);
        assertThat(after).hasSameSizeAs(before);
        for (int i = 0; i < before.size(); i++) {
            if (before.get(i).startsWith("Old.class")) {
                assertThat(after.get(i)).startsWith("Old.class").isNotEqualTo(before.get(i));
            } else {
                assertThat(after.get(i)).isEqualTo(before.get(i));
            }
        }
        PackagedJar.main(new String[] {jar.toString(), jar.toString()});
        assertThat(jar).hasBinaryContent(once);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).containsExactlyInAnyOrder(jar, left);
        }
    }

    private static void put(ZipOutputStream to, String name, byte[] bytes) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setTimeLocal(LocalDateTime.of(2026, 11, 1, 0, 0, 0));
        to.putNextEntry(entry);
        to.write(bytes);
        to.closeEntry();
    }

    /** Each entry in its order: name, time, and the sum of its bytes. */
    private static List<String> described(Path jar) throws IOException {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            List<String> described = new ArrayList<>();
            for (ZipEntry entry : Collections.list(zip.entries())) {
                CRC32 sum = new CRC32();
                try (InputStream in = zip.getInputStream(entry)) {
                    sum.update(in.readAllBytes());
                }
                described.add(entry.getName() + " " + entry.getTimeLocal() + " " + sum.getValue());
            }
            return described;
        }
    }

    /** A class with a method that has a branch, so that it needs a stack map. */
    private static byte[] branching(int version) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(version, Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER, "Branching", null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "branch", "(I)I", null, null);
        method.visitCode();
        Label positive = new Label();
        method.visitVarInsn(Opcodes.ILOAD, 0);
        method.visitJumpInsn(Opcodes.IFGT, positive);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitInsn(Opcodes.IRETURN);
        method.visitLabel(positive);
        method.visitInsn(Opcodes.ICONST_1);
        method.visitInsn(Opcodes.IRETURN);
        method.visitMaxs(0, 0);
        method.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static List<Path> oldLibraries() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of)
                .filter(path -> OLD.stream()
                        .anyMatch(name -> path.getFileName().toString().matches(name + "-[0-9.]+\\.jar")))
                .toList();
    }

    private static Map<String, byte[]> classFiles(Path jar) throws IOException {
        Map<String, byte[]> files = new TreeMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                String name = entry.getName();
                if (name.endsWith(".class") && !name.startsWith("META-INF/") && !name.equals("module-info.class")) {
                    try (InputStream in = zip.getInputStream(entry)) {
                        files.put(
                                name.substring(0, name.length() - ".class".length())
                                        .replace('/', '.'),
                                in.readAllBytes());
                    }
                }
            }
        }
        return files;
    }

    /** Defines the given classes itself, and asks its parent for others only. */
    private static final class Defining extends ClassLoader {

        private final Map<String, byte[]> classFiles;

        Defining(Map<String, byte[]> classFiles) {
            super(RaisedClassTest.class.getClassLoader());
            this.classFiles = classFiles;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            byte[] bytes = classFiles.get(name);
            if (bytes == null) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded != null ? loaded : defineClass(name, bytes, 0, bytes.length);
            }
        }
    }
}
