package dev.loomweight.jvm;

import java.util.Set;

/**
 * The packages of the JDK, by the images of 11 to 25 and what their compilers know of 11 to 24. Libraries have packages
 * beside them: {@code com.sun.mail}, {@code com.sun.jna}, {@code com.sun.tools.xjc}, {@code javax.xml.bind}. A test holds
 * both lists against the images.
 */
public final class JdkPackages {

    /** Packages that the JDK alone has, with all below them. */
    private static final Set<String> ROOTS = names("""
            com.sun.accessibility.internal.resources com.sun.awt com.sun.beans com.sun.crypto.provider
            com.sun.imageio.plugins.bmp com.sun.imageio.plugins.common com.sun.imageio.plugins.gif
            com.sun.imageio.plugins.jpeg com.sun.imageio.plugins.png com.sun.imageio.plugins.tiff
            com.sun.imageio.plugins.wbmp com.sun.imageio.spi com.sun.imageio.stream com.sun.jarsigner
            com.sun.java.accessibility.util com.sun.java.swing com.sun.java.util.jar.pack
            com.sun.java_cup.internal.runtime com.sun.javadoc com.sun.jdi com.sun.jmx.defaults
            com.sun.jmx.interceptor com.sun.jmx.mbeanserver com.sun.jmx.remote.internal
            com.sun.jmx.remote.protocol.rmi com.sun.jmx.remote.security com.sun.jmx.remote.util
            com.sun.jndi.dns com.sun.jndi.ldap com.sun.jndi.rmi.registry com.sun.jndi.toolkit.ctx
            com.sun.jndi.toolkit.dir com.sun.jndi.toolkit.url com.sun.jndi.url.dns com.sun.jndi.url.ldap
            com.sun.jndi.url.ldaps com.sun.jndi.url.rmi com.sun.management com.sun.media.sound
            com.sun.naming.internal com.sun.net.httpserver com.sun.net.ssl com.sun.nio.file com.sun.nio.sctp
            com.sun.org.apache.bcel.internal com.sun.org.apache.xalan.internal
            com.sun.org.apache.xerces.internal.dom com.sun.org.apache.xerces.internal.impl
            com.sun.org.apache.xerces.internal.jaxp com.sun.org.apache.xerces.internal.parsers
            com.sun.org.apache.xerces.internal.util com.sun.org.apache.xerces.internal.utils
            com.sun.org.apache.xerces.internal.xinclude com.sun.org.apache.xerces.internal.xni
            com.sun.org.apache.xerces.internal.xpointer com.sun.org.apache.xerces.internal.xs
            com.sun.org.apache.xml.internal.dtm com.sun.org.apache.xml.internal.res
            com.sun.org.apache.xml.internal.security com.sun.org.apache.xml.internal.serialize
            com.sun.org.apache.xml.internal.serializer com.sun.org.apache.xml.internal.utils
            com.sun.org.apache.xpath.internal com.sun.org.slf4j.internal com.sun.rmi.rmid com.sun.rowset
            com.sun.security.auth com.sun.security.cert.internal.x509 com.sun.security.jgss
            com.sun.security.ntlm com.sun.security.sasl com.sun.source.doctree com.sun.source.tree
            com.sun.source.util com.sun.swing.internal.plaf.basic.resources
            com.sun.swing.internal.plaf.metal.resources com.sun.swing.internal.plaf.synth.resources
            com.sun.tools.attach com.sun.tools.classfile com.sun.tools.doclint
            com.sun.tools.example.debug.expr com.sun.tools.example.debug.tty com.sun.tools.javac
            com.sun.tools.javadoc com.sun.tools.javap com.sun.tools.jconsole com.sun.tools.jdeprscan
            com.sun.tools.jdeps com.sun.tools.jdi com.sun.tools.jnativescan com.sun.tools.script.shell
            com.sun.tools.sjavac com.sun.xml.internal.stream jdk.dynalink jdk.editpad jdk.incubator
            jdk.internal jdk.javadoc jdk.jfr jdk.jpackage jdk.jshell jdk.management jdk.nashorn jdk.net
            jdk.nio jdk.random jdk.security jdk.swing jdk.tools jdk.vm jdk.xml sun.applet sun.awt
            sun.datatransfer sun.font sun.instrument sun.invoke sun.java2d sun.jvm sun.jvmstat sun.launcher
            sun.management sun.misc sun.net sun.nio sun.print sun.reflect sun.rmi sun.security sun.swing
            sun.text sun.tools sun.util
            """);

    /** Packages with neighbours and subpackages that libraries have. */
    private static final Set<String> SINGLE = names("""
            javax.accessibility javax.annotation.processing javax.crypto javax.crypto.interfaces
            javax.crypto.spec javax.imageio javax.imageio.event javax.imageio.metadata
            javax.imageio.plugins.bmp javax.imageio.plugins.jpeg javax.imageio.plugins.tiff
            javax.imageio.spi javax.imageio.stream javax.lang.model javax.lang.model.element
            javax.lang.model.type javax.lang.model.util javax.management javax.management.loading
            javax.management.modelmbean javax.management.monitor javax.management.openmbean
            javax.management.relation javax.management.remote javax.management.remote.rmi
            javax.management.timer javax.naming javax.naming.directory javax.naming.event javax.naming.ldap
            javax.naming.ldap.spi javax.naming.spi javax.net javax.net.ssl javax.print javax.print.attribute
            javax.print.attribute.standard javax.print.event javax.rmi.ssl javax.script javax.security.auth
            javax.security.auth.callback javax.security.auth.kerberos javax.security.auth.login
            javax.security.auth.spi javax.security.auth.x500 javax.security.cert javax.security.sasl
            javax.smartcardio javax.sound javax.sound.midi javax.sound.midi.spi javax.sound.sampled
            javax.sound.sampled.spi javax.sql javax.sql.rowset javax.sql.rowset.serial javax.sql.rowset.spi
            javax.swing javax.swing.border javax.swing.colorchooser javax.swing.event
            javax.swing.filechooser javax.swing.plaf javax.swing.plaf.basic javax.swing.plaf.metal
            javax.swing.plaf.multi javax.swing.plaf.nimbus javax.swing.plaf.synth javax.swing.table
            javax.swing.text javax.swing.text.html javax.swing.text.html.parser javax.swing.text.rtf
            javax.swing.tree javax.swing.undo javax.tools javax.transaction.xa javax.xml javax.xml.catalog
            javax.xml.crypto javax.xml.crypto.dom javax.xml.crypto.dsig javax.xml.crypto.dsig.dom
            javax.xml.crypto.dsig.keyinfo javax.xml.crypto.dsig.spec javax.xml.datatype javax.xml.namespace
            javax.xml.parsers javax.xml.stream javax.xml.stream.events javax.xml.stream.util
            javax.xml.transform javax.xml.transform.dom javax.xml.transform.sax javax.xml.transform.stax
            javax.xml.transform.stream javax.xml.validation javax.xml.xpath netscape.javascript
            org.ietf.jgss org.jcp.xml.dsig.internal org.jcp.xml.dsig.internal.dom org.w3c.dom
            org.w3c.dom.bootstrap org.w3c.dom.css org.w3c.dom.events org.w3c.dom.html org.w3c.dom.ls
            org.w3c.dom.ranges org.w3c.dom.stylesheets org.w3c.dom.traversal org.w3c.dom.views
            org.w3c.dom.xpath org.xml.sax org.xml.sax.ext org.xml.sax.helpers
            """);

    private JdkPackages() {}

    private static Set<String> names(String text) {
        return Set.of(text.strip().split("\\s+"));
    }

    /** Packages that the JDK alone has, with all below them. */
    public static Set<String> roots() {
        return ROOTS;
    }

    /** Packages of the JDK with subpackages that libraries have. */
    public static Set<String> single() {
        return SINGLE;
    }

    /**
     * Whether the package of a class is one of the JDK's.
     *
     * @param className in Java's notation
     */
    static boolean have(String className) {
        if (areReserved(className)) {
            return true;
        }
        if (className.startsWith("jdk.internal.") || className.startsWith("sun.nio.")) {
            // The most common ones.
            return true;
        }
        if (className.startsWith("jdk.proxy") || className.startsWith("com.sun.proxy.")) {
            // What java.lang.reflect.Proxy makes, from JDK 16 on and before.
            return true;
        }
        if (className.startsWith("jdk.") || className.startsWith("sun.") || className.startsWith("com.sun.")) {
            return isBelowARoot(className);
        }
        boolean shared = className.startsWith("javax.")
                || className.startsWith("org.w3c.dom.")
                || className.startsWith("org.xml.sax.")
                || className.startsWith("org.ietf.jgss.")
                || className.startsWith("org.jcp.xml.dsig.")
                || className.startsWith("netscape.javascript.");
        return shared && SINGLE.contains(className.substring(0, className.lastIndexOf('.')));
    }

    /** Whether no other class loader may define a class there. */
    static boolean areReserved(String className) {
        return className.startsWith("java.");
    }

    private static boolean isBelowARoot(String className) {
        int dot = className.indexOf('.', className.indexOf('.') + 1);
        while (dot > 0) {
            if (ROOTS.contains(className.substring(0, dot))) {
                return true;
            }
            dot = className.indexOf('.', dot + 1);
        }
        return false;
    }
}
