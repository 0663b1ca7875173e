package dev.loomweight.bytecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.classfiles.Archive;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which jar holds a class, and what that says of itself. */
class JarFactsTest {

    private static final String CART =
            "public class Cart { public static void add() throws Exception { Thread.sleep(1L); } }";

    @TempDir
    private Path folder;

    @Test
    void aNestedJarIsNamedAndNotTheOneAroundIt() throws IOException {
        byte[] lib = new Jars()
                .manifest("Bundle-SymbolicName: org.acme.cart;singleton:=true", "Implementation-Version: 3.1")
                .with("Cart.class", cart(), true)
                .bytes();
        Path app = new Jars()
                .manifest("Implementation-Version: 1.0")
                .with("BOOT-INF/lib/cart.jar", lib, false)
                .write(folder.resolve("app.jar"));

        assertThat(archive(app))
                .isEqualTo(new Archive(
                        Archive.Kind.JAR,
                        "cart.jar",
                        "org.acme.cart",
                        "3.1",
                        List.of(),
                        "",
                        app + "!/BOOT-INF/lib/cart.jar"));
    }

    @Test
    void whatMavenLeftInAJarNamesItsArtifacts() throws IOException {
        Path jar = new Jars()
                .with("META-INF/maven/org.acme/cart/pom.properties", pom("cart", "3.1"), true)
                .with("META-INF/maven/org.acme/till/pom.properties", pom("till", "7"), true)
                .with(
                        "META-INF/maven/org.acme/bad/pom.properties",
                        "version=\\u12".getBytes(StandardCharsets.UTF_8),
                        true)
                .with("Cart.class", cart(), true)
                .write(folder.resolve("all.jar"));

        assertThat(archive(jar))
                .isEqualTo(new Archive(
                        Archive.Kind.JAR,
                        "all.jar",
                        "",
                        "",
                        List.of(
                                new Archive.Artifact("org.acme", "cart", "3.1"),
                                new Archive.Artifact("org.acme", "till", "7")),
                        "",
                        jar.toString()));
    }

    @Test
    void classesOfTheApplicationAreInNoJar() throws IOException {
        Path war = new Jars().with("WEB-INF/classes/Cart.class", cart(), true).write(folder.resolve("shop.war"));
        Path directory = Files.createDirectory(folder.resolve("directory"));
        Files.write(directory.resolve("Cart.class"), cart());

        assertThat(archive(war)).isNotNull().extracting(Archive::kind).isEqualTo(Archive.Kind.CLASSES);
        assertThat(archive(directory)).isNotNull().extracting(Archive::kind).isEqualTo(Archive.Kind.CLASSES);
    }

    @Test
    void aClassFileThatIsNotTheOneThatRanNamesNothing() throws IOException {
        Path jar = new Jars().with("Cart.class", cart(), true).write(folder.resolve("cart-2.jar"));

        try (ClassPath path = ClassPath.of(List.of(jar.toString()), null, 21)) {
            assertThat(archive(path, "remove")).isNull();
        }
    }

    private static @Nullable Archive archive(Path classpath) throws IOException {
        try (ClassPath path = ClassPath.of(List.of(classpath.toString()), null, 21)) {
            return archive(path, "add");
        }
    }

    private static @Nullable Archive archive(ClassPath path, String method) {
        Frame pause = new Frame("java.lang.Thread", "sleep", "(J)V", -1, -1, 9, "Interpreted");
        Frame cart = new Frame("Cart", method, "()V", 1, 1, 9, "Interpreted");
        return new Code(path).on(new StackTrace(List.of(pause, cart), false)).archive(1);
    }

    private byte[] cart() throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        return Files.readAllBytes(Compiled.into(classes, "Cart.java", CART).resolve("Cart.class"));
    }

    private static byte[] pom(String artifact, String version) {
        return ("artifactId=" + artifact + "\ngroupId=org.acme\nversion=" + version + "\n")
                .getBytes(StandardCharsets.UTF_8);
    }
}
