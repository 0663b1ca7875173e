package dev.loomweight.kernel.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.bytecode.ClassPath;
import dev.loomweight.bytecode.Code;
import dev.loomweight.kernel.diagnosis.Owners.Owner;
import dev.loomweight.kernel.faults.KnownFaults;
import dev.loomweight.sample.CaptureTexts.TargetClasses;
import dev.loomweight.sample.Frame;
import dev.loomweight.sample.StackTrace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Whose code a frame is, in the layouts in which applications are started. */
class OwnersTest {

    private static final String OWN = "own";
    private static final String UNDECIDED = "undecided";
    private static final String UNNAMED = "library";

    @TempDir
    private Path folder;

    @Test
    void ofASpringBootJarTheClassesAreOwnAndTheJarsInItAreLibraries() throws IOException {
        Path app = new Jar()
                .manifest(
                        "Main-Class: org.springframework.boot.loader.launch.JarLauncher", "Start-Class: com.acme.Shop")
                .with("org.springframework.boot.loader.launch.JarLauncher")
                .withIn("BOOT-INF/classes/", "com.acme.Shop")
                .with("BOOT-INF/lib/tomcat-9.0.1.jar", new Jar().with("org.apache.catalina.Server"))
                .with(
                        "BOOT-INF/lib/pool.jar",
                        new Jar().pom("org.acme", "pool", "3.1").with("org.pools.Pool"))
                .with("BOOT-INF/lib/shop-model-1.0.jar", new Jar().with("com.acme.model.Item"))
                .write(folder.resolve("shop.jar"));

        assertThat(owners(List.of(app), jar(app)))
                .containsEntry("com.acme.Shop", OWN)
                .containsEntry("com.acme.model.Item", OWN)
                .containsEntry("org.apache.catalina.Server", "tomcat-9.0.1.jar")
                .containsEntry("org.pools.Pool", "pool.jar (version 3.1 by its pom.properties)")
                .containsEntry("org.springframework.boot.loader.launch.JarLauncher", "shop.jar");
        assertThat(owners(List.of(app), null)).as("named by the user").containsEntry("com.acme.Shop", OWN);
    }

    @Test
    void theJarWithTheMainClassIsOwnAndTheOthersAreLibraries() throws IOException {
        Path app = new Jar().pom("com.acme", "shop", "1").with("com.acme.Shop").write(folder.resolve("app.jar"));
        Path house =
                new Jar().pom("com.acme", "wire", "1").with("acme.wire.Codec").write(folder.resolve("wire.jar"));
        Path pool = new Jar().with("org.pools.Pool").write(folder.resolve("pool-2.0.jar"));
        List<Path> path = List.of(pool, house, app);

        assertThat(owners(path, main("com.acme.Shop")))
                .containsEntry("com.acme.Shop", OWN)
                .containsEntry("acme.wire.Codec", OWN)
                .containsEntry("org.pools.Pool", "pool-2.0.jar")
                .containsEntry("com.acme.Generated", OWN)
                .containsEntry("org.other.Generated", UNDECIDED);
        assertThat(owners(path, null))
                .containsOnlyKeys(CLASSES)
                .allSatisfy((name, of) -> assertThat(of).as(name).isEqualTo(UNDECIDED));
    }

    @Test
    void jarsOfOneVendorAreOfOneHouse() throws IOException {
        Path app = new Jar()
                .manifest(
                        "Implementation-Vendor-Id: com.acme", "Main-Class: shop.Main", "Class-Path: wire.jar pool.jar")
                .with("shop.Main")
                .write(folder.resolve("app.jar"));
        new Jar()
                .manifest("Implementation-Vendor-Id: com.acme")
                .with("acme.wire.Codec")
                .write(folder.resolve("wire.jar"));
        new Jar()
                .manifest("Implementation-Vendor-Id: org.pools", "Implementation-Version: 2.0")
                .with("org.pools.Pool")
                .write(folder.resolve("pool.jar"));

        assertThat(owners(List.of(app), jar(app)))
                .containsEntry("shop.Main", OWN)
                .containsEntry("acme.wire.Codec", OWN)
                .containsEntry("org.pools.Pool", "pool.jar (version 2.0 by its manifest)");
    }

    @Test
    void aVersionInTheFileNameIsNotSaidAgain() throws IOException {
        Path app = folder.resolve("app.jar");
        new Jar()
                .manifest(
                        "Implementation-Vendor-Id: com.acme",
                        "Main-Class: shop.Main",
                        "Class-Path: bcprov-jdk18on-1.77.jar")
                .with("shop.Main")
                .write(app);
        new Jar()
                .manifest("Implementation-Vendor-Id: org.bouncycastle", "Implementation-Version: 1.77.00.0")
                .with("org.pools.Pool")
                .write(folder.resolve("bcprov-jdk18on-1.77.jar"));

        assertThat(owners(List.of(app), jar(app))).containsEntry("org.pools.Pool", "bcprov-jdk18on-1.77.jar");
    }

    @Test
    void classFoldersAreOwnAndConfigurationDecidesNothing() throws IOException {
        Path conf = Files.createDirectories(folder.resolve("conf"));
        Files.writeString(conf.resolve("application.yaml"), "");
        Path pool = new Jar().with("org.pools.Pool").write(folder.resolve("pool.jar"));
        Path classes = folder.resolve("classes");
        Files.createDirectories(classes.resolve("com/acme"));
        Files.write(classes.resolve("com/acme/Shop.class"), classFile("com.acme.Shop"));

        assertThat(owners(List.of(conf, pool), null)).containsEntry("org.pools.Pool", UNDECIDED);
        assertThat(owners(List.of(conf, classes, pool), null))
                .containsEntry("com.acme.Shop", OWN)
                .containsEntry("org.pools.Pool", "pool.jar");
        assertThat(owners(List.of(classes, pool), main("com.intellij.rt.junit.JUnitStarter")))
                .as("started by an IDE")
                .containsEntry("com.acme.Shop", OWN)
                .containsEntry("org.pools.Pool", "pool.jar");
    }

    @Test
    void ofAMergedJarTheListedArtifactsAreLibraries() throws IOException {
        Path all = new Jar()
                .pom("com.acme", "shop", "1.0")
                .pom("org.pools", "pool-core", "2.4")
                .pom("com.fasterxml.jackson.core", "jackson-databind", "2.17.1")
                .with("com.acme.Shop")
                .with("acme.wire.Codec")
                .with("org.pools.Pool")
                .with("shaded.org.pools.Pool")
                .with("com.fasterxml.jackson.databind.ObjectMapper")
                .with("com.google.gson.Gson")
                .write(folder.resolve("shop-1.0.jar"));

        assertThat(owners(List.of(all), main("com.acme.Shop")))
                .containsEntry("com.acme.Shop", OWN)
                .containsEntry("acme.wire.Codec", OWN)
                .containsEntry("org.pools.Pool", "pool-core-2.4 in shop-1.0.jar")
                .containsEntry("shaded.org.pools.Pool", "pool-core-2.4 in shop-1.0.jar")
                .containsEntry("com.fasterxml.jackson.databind.ObjectMapper", "jackson-databind-2.17.1 in shop-1.0.jar")
                .as("a public library that the merge did not list")
                .containsEntry("com.google.gson.Gson", "shop-1.0.jar");
    }

    @Test
    void namesThatManyShareAreNoHouse() throws IOException {
        Path app = new Jar().with("org.apache.search.Main").write(folder.resolve("search.jar"));
        Path other = new Jar().with("org.apache.catalina.Server").write(folder.resolve("tomcat-9.0.1.jar"));

        assertThat(owners(List.of(app, other), main("org.apache.search.Main")))
                .containsEntry("org.apache.search.Main", OWN)
                .containsEntry("org.apache.catalina.Server", "tomcat-9.0.1.jar");
        assertThat(owners(List.of(other), main("org.apache.catalina.startup.Bootstrap")))
                .as("a server that starts applications which are elsewhere")
                .containsEntry("org.apache.catalina.Server", UNDECIDED);
    }

    @Test
    void ofQuarkusTheJarsInAppAreOwn() throws IOException {
        Path home = folder.resolve("quarkus-app");
        Path run = new Jar()
                .manifest(
                        "Main-Class: io.quarkus.bootstrap.runner.QuarkusEntryPoint",
                        "Class-Path: lib/boot/quarkus-bootstrap-runner-3.jar")
                .write(Files.createDirectories(home).resolve("quarkus-run.jar"));
        new Jar()
                .with("com.acme.Shop")
                .write(Files.createDirectories(home.resolve("app")).resolve("shop.jar"));
        new Jar()
                .with("org.pools.Pool")
                .write(Files.createDirectories(home.resolve("lib/main")).resolve("org.pools.pool-2.0.jar"));

        assertThat(owners(List.of(run), jar(run)))
                .containsEntry("com.acme.Shop", OWN)
                .containsEntry("org.pools.Pool", "org.pools.pool-2.0.jar");
    }

    @Test
    void prefixesOfTheUserWin() throws IOException {
        Path app = new Jar().with("com.acme.Shop").with("acme.wire.Codec").write(folder.resolve("app.jar"));

        assertThat(owners(List.of(app), main("com.acme.Shop"), List.of("acme.")))
                .containsEntry("acme.wire.Codec", OWN)
                .containsEntry("com.acme.Shop", "app.jar");
    }

    private static final List<String> CLASSES = List.of(
            "com.acme.Shop",
            "com.acme.model.Item",
            "com.acme.Generated",
            "shop.Main",
            "acme.wire.Codec",
            "org.pools.Pool",
            "shaded.org.pools.Pool",
            "org.other.Generated",
            "org.apache.search.Main",
            "org.apache.catalina.Server",
            "com.google.gson.Gson",
            "com.fasterxml.jackson.databind.ObjectMapper",
            "org.springframework.boot.loader.launch.JarLauncher");

    private static TargetClasses jar(Path jar) {
        return new TargetClasses("capture.json", List.of(jar.toString()), null, null, jar.toString(), null, "21.0.8");
    }

    /** A list of the user's own names libraries, and what it says of one that is known counts. */
    @Test
    void librariesOfTheUsersListAreKnownByName() throws IOException {
        Path list = Files.writeString(folder.resolve("own.json"), """
                {"faults": [{"id": "acme", "subject": "pins", "summary": "waits in a monitor", "read": "2026-11-28",
                 "sources": ["https://acme.example/1"],
                 "library": {"name": "Acme Pool", "packages": ["com.acme.pool."], "artifacts": ["pool"], "fixed": "2"},
                 "proof": {"reason": "a test"}}]}
                """);
        Frame frame = new Frame(
                "com.acme.pool.Pool", "get", "()V", -1, -1, Opcodes.ACC_STATIC | Opcodes.ACC_PUBLIC, "Interpreted");
        StackTrace stack = new StackTrace(List.of(frame), false);
        Code code = new Code(ClassPath.none());

        Owners usual = new Owners(code, List.of());
        assertThat(usual.of(usual.on(stack), 0).kind()).isEqualTo(Owner.Kind.UNDECIDED);
        Owners own = new Owners(code, List.of(), KnownFaults.own().with(list));
        assertThat(own.of(own.on(stack), 0)).satisfies(owner -> {
            assertThat(owner.kind()).isEqualTo(Owner.Kind.LIBRARY);
            assertThat(owner.words()).startsWith("Acme Pool");
        });
    }

    private static TargetClasses main(String name) {
        return new TargetClasses("capture.json", List.of(), null, name, null, null, "21.0.8");
    }

    private static Map<String, String> owners(List<Path> path, @Nullable TargetClasses target) throws IOException {
        return owners(path, target, List.of());
    }

    /** Of every class: own, undecided, or the library's name. */
    private static Map<String, String> owners(List<Path> entries, @Nullable TargetClasses target, List<String> own)
            throws IOException {
        Map<String, String> found = new LinkedHashMap<>();
        try (ClassPath path = ClassPath.of(
                entries.stream().map(Path::toString).toList(),
                null,
                21,
                target == null ? List.of() : List.of(target))) {
            Owners owners = new Owners(new Code(path), own);
            for (String name : CLASSES) {
                Frame frame =
                        new Frame(name, "run", "()V", -1, -1, Opcodes.ACC_STATIC | Opcodes.ACC_PUBLIC, "Interpreted");
                Owner owner = owners.of(owners.on(new StackTrace(List.of(frame), false)), 0);
                found.put(
                        name,
                        switch (owner.kind()) {
                            case OWN -> OWN;
                            case UNDECIDED -> UNDECIDED;
                            case LIBRARY -> owner.words().isEmpty() ? UNNAMED : owner.words();
                            case JDK -> "jdk";
                        });
            }
        }
        return found;
    }

    private static byte[] classFile(String name) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V21, Opcodes.ACC_PUBLIC, name.replace('.', '/'), null, "java/lang/Object", null);
        MethodVisitor run = writer.visitMethod(Opcodes.ACC_STATIC | Opcodes.ACC_PUBLIC, "run", "()V", null, null);
        run.visitCode();
        run.visitInsn(Opcodes.RETURN);
        run.visitMaxs(0, 0);
        run.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** A jar, as builds make them. */
    private static final class Jar {
        private final Map<String, byte[]> entries = new LinkedHashMap<>();

        Jar manifest(String... lines) {
            List<String> all = new ArrayList<>(List.of("Manifest-Version: 1.0"));
            all.addAll(List.of(lines));
            entries.put("META-INF/MANIFEST.MF", text(String.join("\r\n", all) + "\r\n"));
            return this;
        }

        Jar pom(String group, String artifact, String version) {
            entries.put(
                    "META-INF/maven/" + group + "/" + artifact + "/pom.properties",
                    text("groupId=" + group + "\nartifactId=" + artifact + "\nversion=" + version + "\n"));
            return this;
        }

        Jar with(String className) {
            return withIn("", className);
        }

        Jar withIn(String directory, String className) {
            entries.put(directory + className.replace('.', '/') + ".class", classFile(className));
            return this;
        }

        Jar with(String name, Jar nested) {
            entries.put(name, nested.bytes());
            return this;
        }

        Path write(Path file) throws IOException {
            return Files.write(file, bytes());
        }

        private static byte[] text(String text) {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        private byte[] bytes() {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
                for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
                    zip.putNextEntry(new ZipEntry(entry.getKey()));
                    zip.write(entry.getValue());
                    zip.closeEntry();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        }
    }
}
