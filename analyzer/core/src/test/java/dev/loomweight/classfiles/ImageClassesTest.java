package dev.loomweight.classfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JDK's own reader of its module file is the oracle. */
class ImageClassesTest {

    private static final String[] CLASSES = {
        "java/lang/Object",
        "java/util/concurrent/ConcurrentHashMap$Node",
        "java/sql/Connection",
        "javax/xml/parsers/SAXParser",
        "sun/nio/ch/SocketChannelImpl",
        "jdk/internal/misc/Unsafe",
        "com/sun/crypto/provider/AESCipher",
        "java/lang/NoSuchThing",
        "com/acme/Shop",
        "NoPackage",
        "packages/java",
        "META-INF/Nothing"
    };

    @TempDir
    private Path folder;

    @Test
    void theClassesAreThoseOfTheJdksOwnReader() throws IOException {
        compare(Path.of(System.getProperty("java.home")));
    }

    @Test
    void anOlderJdkIsReadToo() throws IOException {
        String home = System.getProperty("loomweight.jdk21", "");
        assumeTrue(!home.isEmpty(), "no JDK 21 is named by -Dloomweight.jdk21; scripts/test names one");

        compare(Path.of(home));
    }

    private static void compare(Path home) throws IOException {
        int found = 0;
        try (ImageClasses image = ImageClasses.open(home);
                JdkClasses oracle = JdkClasses.open(home)) {
            for (String name : CLASSES) {
                ClassBytes expected = oracle.find(name + ".class");
                ClassBytes actual = image.find(name + ".class");
                assertThat(bytes(actual)).as(name).isEqualTo(bytes(expected));
                found += actual == null ? 0 : 1;
            }
        }
        assertThat(found).isEqualTo(7);
    }

    /** What is damaged is refused or read: nothing else is thrown, and nothing is read for ever. */
    @Test
    void damageIsANoteAtMost() throws IOException {
        Path modules = Path.of(System.getProperty("java.home"), "lib", "modules");
        byte[] head;
        try (InputStream in = Files.newInputStream(modules)) {
            head = in.readNBytes(6 << 20);
        }
        Path lib = Files.createDirectories(folder.resolve("lib"));
        Random random = new Random(42);
        for (int round = 0; round < 30; round++) {
            byte[] damaged = head.clone();
            for (int i = 0; i < 2_000; i++) {
                damaged[(round < 10 ? 0 : 28) + random.nextInt(round < 10 ? 28 : 3 << 20)] = (byte) random.nextInt();
                i += round < 10 ? 999 : 0;
            }
            Files.write(lib.resolve("modules"), damaged);
            try (ImageClasses image = ImageClasses.open(folder)) {
                for (String name : CLASSES) {
                    image.find(name + ".class");
                }
            } catch (IOException e) {
                assertThat(e.getMessage()).startsWith(lib.resolve("modules") + ": ");
            }
        }
    }

    @Test
    void whatIsNoModuleFileIsRefused() throws IOException {
        Path lib = Files.createDirectories(folder.resolve("lib"));
        assertThatThrownBy(() -> ImageClasses.open(folder)).hasMessage(lib.resolve("modules") + ": no such file");
        Files.writeString(lib.resolve("modules"), "not a module file, whatever it is called");
        assertThatThrownBy(() -> ImageClasses.open(folder))
                .hasMessage(lib.resolve("modules") + ": it is not a module file of a known version");
    }

    private static byte @Nullable [] bytes(@Nullable ClassBytes found) {
        return found == null ? null : Objects.requireNonNull(found).bytes();
    }
}
