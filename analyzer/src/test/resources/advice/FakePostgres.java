import java.io.*; import java.net.*; import java.sql.*; import java.util.*;
/** A client of pgjdbc on a virtual thread, and a server that answers late: what made the recording beside it. */
public class FakePostgres {
  public static void main(String[] a) throws Exception {
    try (ServerSocket s = new ServerSocket(0)) {
      Thread.ofPlatform().daemon().start(() -> { try { while (true) { Socket c = s.accept(); Thread.ofPlatform().daemon().start(() -> serve(c)); } } catch (IOException e) {} });
      Properties p = new Properties(); p.put("user","u"); p.put("password","p"); p.put("sslmode","disable"); p.put("gssEncMode","disable"); p.put("preferQueryMode","simple");
      Thread t = Thread.ofVirtual().name("request").start(() -> {
        try (Connection c = DriverManager.getConnection("jdbc:postgresql://localhost:"+s.getLocalPort()+"/x", p); Statement st = c.createStatement()) {
          try (ResultSet r = st.executeQuery("select 1")) { while (r.next()) {} }
        } catch (SQLException e) { System.out.println("sql " + e.getMessage()); }
      });
      t.join();
    }
  }
  static void msg(DataOutputStream o, char t, byte[] b) throws IOException { o.writeByte(t); o.writeInt(b.length+4); o.write(b); }
  static byte[] z(String... s) { StringBuilder x=new StringBuilder(); for (String i:s) x.append(i).append('\0'); return x.toString().getBytes(); }
  static void serve(Socket c) {
    try (c) {
      DataInputStream in = new DataInputStream(c.getInputStream()); DataOutputStream out = new DataOutputStream(c.getOutputStream());
      int n = in.readInt(); in.readNBytes(n-4);
      msg(out,'R',new byte[]{0,0,0,0});
      for (String[] kv : new String[][]{{"server_version","15.0"},{"client_encoding","UTF8"},{"DateStyle","ISO, MDY"},{"integer_datetimes","on"},{"standard_conforming_strings","on"},{"server_encoding","UTF8"}}) msg(out,'S',z(kv[0],kv[1]));
      msg(out,'K',new byte[8]); msg(out,'Z',new byte[]{'I'}); out.flush();
      while (true) {
        int t = in.read(); if (t<0||t=='X') return; n = in.readInt(); byte[] b = in.readNBytes(n-4);
        if (new String(b).startsWith("select 1")) Thread.sleep(150);
        msg(out,'C',z("SET")); msg(out,'Z',new byte[]{'I'}); out.flush();
      }
    } catch (Exception e) { }
  }
}
